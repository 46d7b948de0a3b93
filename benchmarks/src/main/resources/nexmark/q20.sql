-- The bids on auctions of one category, with their auction.
CREATE TEMPORARY TABLE nexmark_q20 (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  channel STRING,
  url STRING,
  bid_dateTime TIMESTAMP(3),
  bid_extra STRING,
  itemName STRING,
  description STRING,
  initialBid BIGINT,
  reserve BIGINT,
  auction_dateTime TIMESTAMP(3),
  expires TIMESTAMP(3),
  seller BIGINT,
  category BIGINT,
  auction_extra STRING
) WITH (${sink});

INSERT INTO nexmark_q20
SELECT
  b.auction,
  b.bidder,
  b.price,
  b.channel,
  b.url,
  b.`dateTime` AS bid_dateTime,
  b.extra AS bid_extra,
  a.itemName,
  a.description,
  a.initialBid,
  a.reserve,
  a.`dateTime` AS auction_dateTime,
  a.expires,
  a.seller,
  a.category,
  a.extra AS auction_extra
FROM bid AS b
JOIN auction AS a ON b.auction = a.id
WHERE a.category = 10;
