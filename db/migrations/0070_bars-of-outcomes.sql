ALTER TABLE "signal_outcomes" ADD COLUMN "bars" jsonb;--> statement-breakpoint
ALTER TABLE "signal_decisions" ADD COLUMN "void_effect" text;--> statement-breakpoint
ALTER TABLE "signal_results" ADD COLUMN "first_ended_on" date;--> statement-breakpoint
-- With the first end by any evaluation: a result that was final once stays public.
CREATE OR REPLACE FUNCTION refresh_signal_results(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current bigint;
BEGIN
  -- One writer at a time, until its commit: each reads what the earlier ones wrote, and revisions are committed in their order.
  UPDATE signal_results_revision SET revision = revision + 1 RETURNING revision INTO STRICT current;
  INSERT INTO signal_results (signal_id, revision, signal_type, symbol, side, risk, sector, analyst_name, published_at,
      is_deleted, sequence, state, reason, fill_date, fill_price, r_multiple, percent, worst_r_multiple, best_r_multiple,
      bars_held, exited_on, ended_on, first_ended_on, decision_id)
    SELECT signals.id, current, signals.signal_type, published.signal->>'symbol', published.signal->>'order_type',
      abs(round(((published.signal->>'entry_price')::numeric - (published.signal->>'stop_loss')::numeric) * 100)),
      CASE WHEN published.signal ? 'sector' THEN published.signal->>'sector' ELSE signals.sector END,
      CASE WHEN published.signal ? 'analyst_name' THEN published.signal->>'analyst_name' ELSE signals.analyst_name END,
      signals.created_at, signals.deleted_at IS NOT NULL,
      outcome.sequence, outcome.state, outcome.reason, outcome.fill_date, outcome.fill_price, outcome.r_multiple,
      outcome.percent, outcome.worst_r_multiple, outcome.best_r_multiple, outcome.bars_held,
      (outcome.exits->-1->>'date')::date, outcome.ended_on,
      (SELECT min(ended_on) FROM signal_outcomes WHERE signal_outcomes.signal_id = signals.id), decision.id
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
        bars_held, exited_on, ended_on, first_ended_on, decision_id)
      = (EXCLUDED.revision, EXCLUDED.signal_type, EXCLUDED.symbol, EXCLUDED.side, EXCLUDED.risk, EXCLUDED.sector,
        EXCLUDED.analyst_name, EXCLUDED.published_at, EXCLUDED.is_deleted, EXCLUDED.sequence, EXCLUDED.state, EXCLUDED.reason,
        EXCLUDED.fill_date, EXCLUDED.fill_price, EXCLUDED.r_multiple, EXCLUDED.percent, EXCLUDED.worst_r_multiple,
        EXCLUDED.best_r_multiple, EXCLUDED.bars_held, EXCLUDED.exited_on, EXCLUDED.ended_on, EXCLUDED.first_ended_on,
        EXCLUDED.decision_id);
END;
$$;
--> statement-breakpoint
SELECT refresh_signal_results(array(SELECT signal_id FROM "signal_results"));