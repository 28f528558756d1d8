CREATE TABLE "signal_results" (
	"signal_id" uuid PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"signal_type" text NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"risk" bigint NOT NULL,
	"sector" text,
	"analyst_name" text,
	"published_at" timestamp with time zone NOT NULL,
	"is_deleted" boolean NOT NULL,
	"sequence" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"fill_date" date,
	"fill_price" integer,
	"r_multiple" numeric(16, 4),
	"percent" numeric(16, 2),
	"bars_held" integer,
	"ended_on" date,
	"decision_id" integer
);
--> statement-breakpoint
CREATE TABLE "signal_results_revision" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "signal_results_revision_idx" ON "signal_results" USING btree ("revision","signal_id");
--> statement-breakpoint
INSERT INTO "signal_results_revision" ("id", "revision") VALUES (1, 0);
--> statement-breakpoint
CREATE FUNCTION refresh_signal_results(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current bigint;
BEGIN
  -- One writer at a time, until its commit: each reads what the earlier ones wrote, and revisions are committed in their order.
  UPDATE signal_results_revision SET revision = revision + 1 RETURNING revision INTO STRICT current;
  INSERT INTO signal_results (signal_id, revision, signal_type, symbol, side, risk, sector, analyst_name, published_at,
      is_deleted, sequence, state, reason, fill_date, fill_price, r_multiple, percent, bars_held, ended_on, decision_id)
    SELECT signals.id, current, signals.signal_type, published.signal->>'symbol', published.signal->>'order_type',
      abs(round(((published.signal->>'entry_price')::numeric - (published.signal->>'stop_loss')::numeric) * 100)),
      signals.sector, signals.analyst_name, signals.created_at, signals.deleted_at IS NOT NULL,
      outcome.sequence, outcome.state, outcome.reason, outcome.fill_date, outcome.fill_price, outcome.r_multiple,
      outcome.percent, outcome.bars_held, outcome.ended_on, decision.id
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
        is_deleted, sequence, state, reason, fill_date, fill_price, r_multiple, percent, bars_held, ended_on, decision_id)
      = (EXCLUDED.revision, EXCLUDED.signal_type, EXCLUDED.symbol, EXCLUDED.side, EXCLUDED.risk, EXCLUDED.sector,
        EXCLUDED.analyst_name, EXCLUDED.published_at, EXCLUDED.is_deleted, EXCLUDED.sequence, EXCLUDED.state, EXCLUDED.reason,
        EXCLUDED.fill_date, EXCLUDED.fill_price, EXCLUDED.r_multiple, EXCLUDED.percent, EXCLUDED.bars_held, EXCLUDED.ended_on,
        EXCLUDED.decision_id);
END;
$$;
--> statement-breakpoint
-- A server of the previous release may still write results: what it commits until the triggers exist must be in the table.
LOCK TABLE "signals", "signal_outcomes", "signal_decisions" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
SELECT refresh_signal_results(array(SELECT DISTINCT signal_id FROM "signal_outcomes"));
--> statement-breakpoint
CREATE FUNCTION refresh_added_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_signal_results(array(SELECT DISTINCT signal_id FROM added)) WHERE EXISTS (SELECT FROM added);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER signal_outcomes_results AFTER INSERT ON "signal_outcomes"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_added_results();
--> statement-breakpoint
CREATE TRIGGER signal_decisions_results AFTER INSERT ON "signal_decisions"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refresh_added_results();
--> statement-breakpoint
CREATE FUNCTION refresh_changed_results() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  ids := array(
    SELECT changed.id FROM changed JOIN previous ON previous.id = changed.id
    WHERE (changed.signal_type, changed.sector, changed.analyst_name, changed.created_at, changed.deleted_at)
      IS DISTINCT FROM
      (previous.signal_type, previous.sector, previous.analyst_name, previous.created_at, previous.deleted_at));
  IF cardinality(ids) > 0 THEN
    PERFORM refresh_signal_results(ids);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER signals_results AFTER UPDATE ON "signals"
  REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_changed_results();
