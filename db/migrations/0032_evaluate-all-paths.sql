-- incompatible with earlier releases: they evaluate signals by other rules and do not know all outcomes of these
CREATE TABLE "intraday_prices" (
	"symbol" text NOT NULL,
	"date" date NOT NULL,
	"prices" text NOT NULL,
	"import_id" integer,
	CONSTRAINT "intraday_prices_symbol_date_pk" PRIMARY KEY("symbol","date")
);
--> statement-breakpoint
ALTER TABLE "price_adjustments" ADD COLUMN "dividend" numeric(16, 4);--> statement-breakpoint
ALTER TABLE "signal_outcomes" ADD COLUMN "worst_r_multiple" numeric(16, 4);--> statement-breakpoint
ALTER TABLE "signal_outcomes" ADD COLUMN "best_r_multiple" numeric(16, 4);--> statement-breakpoint
ALTER TABLE "signal_outcomes" ADD COLUMN "best_path" jsonb;--> statement-breakpoint
ALTER TABLE "signal_outcomes" ADD COLUMN "is_measurable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "signal_results" ADD COLUMN "worst_r_multiple" numeric(16, 4);--> statement-breakpoint
ALTER TABLE "signal_results" ADD COLUMN "best_r_multiple" numeric(16, 4);--> statement-breakpoint
ALTER TABLE "signal_results" ADD COLUMN "exited_on" date;--> statement-breakpoint
CREATE INDEX "intraday_prices_import_idx" ON "intraday_prices" USING btree ("import_id");--> statement-breakpoint
CREATE TRIGGER intraday_prices_evaluation_added AFTER INSERT ON "intraday_prices"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_prices();
--> statement-breakpoint
CREATE TRIGGER intraday_prices_evaluation_removed AFTER DELETE ON "intraday_prices"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_prices();
--> statement-breakpoint
CREATE TRIGGER intraday_prices_evaluation_updated AFTER UPDATE ON "intraday_prices"
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_updated_prices();
--> statement-breakpoint
CREATE TRIGGER intraday_prices_evaluation_truncated AFTER TRUNCATE ON "intraday_prices"
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_everything();
--> statement-breakpoint
-- With the bounds, and with the sector and the analyst of the first version. Versions of early releases lack the analyst.
CREATE OR REPLACE FUNCTION refresh_signal_results(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current bigint;
BEGIN
  -- One writer at a time, until its commit: each reads what the earlier ones wrote, and revisions are committed in their order.
  UPDATE signal_results_revision SET revision = revision + 1 RETURNING revision INTO STRICT current;
  INSERT INTO signal_results (signal_id, revision, signal_type, symbol, side, risk, sector, analyst_name, published_at,
      is_deleted, sequence, state, reason, fill_date, fill_price, r_multiple, percent, worst_r_multiple, best_r_multiple,
      bars_held, exited_on, ended_on, decision_id)
    SELECT signals.id, current, signals.signal_type, published.signal->>'symbol', published.signal->>'order_type',
      abs(round(((published.signal->>'entry_price')::numeric - (published.signal->>'stop_loss')::numeric) * 100)),
      CASE WHEN published.signal ? 'sector' THEN published.signal->>'sector' ELSE signals.sector END,
      CASE WHEN published.signal ? 'analyst_name' THEN published.signal->>'analyst_name' ELSE signals.analyst_name END,
      signals.created_at, signals.deleted_at IS NOT NULL,
      outcome.sequence, outcome.state, outcome.reason, outcome.fill_date, outcome.fill_price, outcome.r_multiple,
      outcome.percent, outcome.worst_r_multiple, outcome.best_r_multiple, outcome.bars_held,
      (outcome.exits->-1->>'date')::date, outcome.ended_on, decision.id
    FROM unnest(ids) AS changed (id)
    JOIN signals ON signals.id = changed.id
    JOIN signal_versions published ON published.signal_id = signals.id AND published.version = 1
    CROSS JOIN LATERAL (
      SELECT * FROM signal_outcomes WHERE signal_outcomes.signal_id = signals.id ORDER BY sequence DESC LIMIT 1
    ) outcome
    LEFT JOIN LATERAL (
      SELECT max(signal_decisions.id) AS id FROM signal_decisions WHERE signal_decisions.signal_id = signals.id
    ) decision ON true
    ON CONFLICT (signal_id) DO UPDATE SET (revision, signal_type, symbol, side, risk, sector, analyst_name, published_at,
        is_deleted, sequence, state, reason, fill_date, fill_price, r_multiple, percent, worst_r_multiple, best_r_multiple,
        bars_held, exited_on, ended_on, decision_id)
      = (EXCLUDED.revision, EXCLUDED.signal_type, EXCLUDED.symbol, EXCLUDED.side, EXCLUDED.risk, EXCLUDED.sector,
        EXCLUDED.analyst_name, EXCLUDED.published_at, EXCLUDED.is_deleted, EXCLUDED.sequence, EXCLUDED.state, EXCLUDED.reason,
        EXCLUDED.fill_date, EXCLUDED.fill_price, EXCLUDED.r_multiple, EXCLUDED.percent, EXCLUDED.worst_r_multiple,
        EXCLUDED.best_r_multiple, EXCLUDED.bars_held, EXCLUDED.exited_on, EXCLUDED.ended_on, EXCLUDED.decision_id);
END;
$$;
--> statement-breakpoint
SELECT refresh_signal_results(array(SELECT signal_id FROM "signal_results"));
