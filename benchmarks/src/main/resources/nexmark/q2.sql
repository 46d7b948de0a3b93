-- Selection: the bids on some auctions.
CREATE TEMPORARY TABLE nexmark_q2 (
  auction BIGINT, price BIGINT
) WITH (${sink});

INSERT INTO nexmark_q2
SELECT auction, price
FROM bid
WHERE MOD(auction, 123) = 0;
