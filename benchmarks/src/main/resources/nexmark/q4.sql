-- The average of the winning bids of each category.
CREATE TEMPORARY TABLE nexmark_q4 (
  category BIGINT, average BIGINT
) WITH (${sink});

INSERT INTO nexmark_q4
SELECT category, AVG(winning) AS average
FROM (
  SELECT a.id, a.category, MAX(b.price) AS winning
  FROM auction AS a
  JOIN bid AS b ON a.id = b.auction
  WHERE b.`dateTime` BETWEEN a.`dateTime` AND a.expires
  GROUP BY a.id, a.category
)
GROUP BY category;
