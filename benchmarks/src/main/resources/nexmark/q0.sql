-- Pass through: the cost of reading and writing alone.
CREATE TEMPORARY TABLE nexmark_q0 (
  auction BIGINT, bidder BIGINT, price BIGINT, `dateTime` TIMESTAMP(3), extra STRING
) WITH (${sink});

INSERT INTO nexmark_q0
SELECT auction, bidder, price, `dateTime`, extra
FROM bid;
