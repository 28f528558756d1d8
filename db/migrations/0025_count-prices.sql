CREATE TABLE "price_counts" (
	"symbol" text PRIMARY KEY NOT NULL,
	"bars" integer NOT NULL,
	"close_only" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "price_bars_symbol_import_idx" ON "price_bars" USING btree ("symbol","import_id");
--> statement-breakpoint
-- The creation of the index has locked the table against writes until the end of the migrations.
INSERT INTO "price_counts" ("symbol", "bars", "close_only")
  SELECT "symbol", count(*), count(*) FILTER (WHERE "high" IS NULL) FROM "price_bars" GROUP BY "symbol";
--> statement-breakpoint
-- Counts change with the bars, in the same transaction. A statement writes them in the order of symbols, so that two statements
-- cannot deadlock. Transactions with several statements could; that one import runs at a time prevents it.
CREATE FUNCTION count_added_bars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_counts (symbol, bars, close_only)
    SELECT symbol, count(*), count(*) FILTER (WHERE high IS NULL) FROM added GROUP BY symbol ORDER BY symbol
    ON CONFLICT (symbol) DO UPDATE
      SET bars = price_counts.bars + EXCLUDED.bars, close_only = price_counts.close_only + EXCLUDED.close_only;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION count_changed_bars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_counts (symbol, bars, close_only)
    SELECT symbol, sum(bars), sum(close_only) FROM (
      SELECT symbol, 1 AS bars, (high IS NULL)::integer AS close_only FROM added
      UNION ALL SELECT symbol, -1, -(high IS NULL)::integer FROM removed
    ) changed
    GROUP BY symbol HAVING sum(bars) <> 0 OR sum(close_only) <> 0 ORDER BY symbol
    ON CONFLICT (symbol) DO UPDATE
      SET bars = price_counts.bars + EXCLUDED.bars, close_only = price_counts.close_only + EXCLUDED.close_only;
  DELETE FROM price_counts WHERE bars = 0;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION count_removed_bars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_counts (symbol, bars, close_only)
    SELECT symbol, -count(*), -count(*) FILTER (WHERE high IS NULL) FROM removed GROUP BY symbol ORDER BY symbol
    ON CONFLICT (symbol) DO UPDATE
      SET bars = price_counts.bars + EXCLUDED.bars, close_only = price_counts.close_only + EXCLUDED.close_only;
  DELETE FROM price_counts WHERE bars = 0;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION forget_bar_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM price_counts;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_bars_count_added AFTER INSERT ON "price_bars"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_bars();
--> statement-breakpoint
CREATE TRIGGER price_bars_count_changed AFTER UPDATE ON "price_bars"
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_changed_bars();
--> statement-breakpoint
CREATE TRIGGER price_bars_count_removed AFTER DELETE ON "price_bars"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_bars();
--> statement-breakpoint
CREATE TRIGGER price_bars_truncated AFTER TRUNCATE ON "price_bars"
  FOR EACH STATEMENT EXECUTE FUNCTION forget_bar_counts();
