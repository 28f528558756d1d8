CREATE TABLE "evaluation_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evaluation_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"signal_id" uuid,
	"symbol" text,
	"from_date" date,
	"until_date" date
);
--> statement-breakpoint
CREATE TABLE "signal_evaluations" (
	"signal_id" uuid PRIMARY KEY NOT NULL,
	"symbol" text NOT NULL,
	"evaluator_version" integer NOT NULL,
	"used_from" date,
	"used_until" date
);
--> statement-breakpoint
ALTER TABLE "evaluation_state" ALTER COLUMN "fingerprint" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "evaluation_state" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluation_state" ADD COLUMN "marked_until" date;--> statement-breakpoint
CREATE INDEX "signal_evaluations_version_idx" ON "signal_evaluations" USING btree ("evaluator_version");--> statement-breakpoint
CREATE INDEX "signal_evaluations_symbol_idx" ON "signal_evaluations" USING btree ("symbol","evaluator_version");--> statement-breakpoint
-- Triggers record every change, also of imports, migrations, operators, and servers of the previous release.
CREATE FUNCTION record_changed_signals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO evaluation_changes (signal_id) SELECT DISTINCT signal_id FROM added;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER signal_versions_evaluation AFTER INSERT ON "signal_versions"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_changed_signals();
--> statement-breakpoint
CREATE FUNCTION record_changed_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO evaluation_changes (symbol, from_date, until_date)
    SELECT symbol, min(date), max(date) FROM changed GROUP BY symbol;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_bars_evaluation_added AFTER INSERT ON "price_bars"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_prices();
--> statement-breakpoint
CREATE TRIGGER price_bars_evaluation_removed AFTER DELETE ON "price_bars"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_changed_prices();
--> statement-breakpoint
CREATE FUNCTION record_updated_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Usually the same rows before and after.
  INSERT INTO evaluation_changes (symbol, from_date, until_date)
    SELECT symbol, min(date), max(date)
    FROM (SELECT symbol, date FROM before UNION ALL SELECT symbol, date FROM after) changed GROUP BY symbol;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_bars_evaluation_updated AFTER UPDATE ON "price_bars"
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_updated_prices();
--> statement-breakpoint
-- The newest row of a source replaces those before it, which may have another date.
CREATE FUNCTION record_changed_adjustments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO evaluation_changes (symbol, from_date, until_date)
    SELECT symbol, ex_date, ex_date FROM price_adjustments
    WHERE source IN (SELECT source FROM added) GROUP BY symbol, ex_date;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_adjustments_evaluation AFTER INSERT ON "price_adjustments"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_changed_adjustments();
--> statement-breakpoint
CREATE FUNCTION record_changed_holiday() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.date = NEW.date THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO evaluation_changes (from_date, until_date) VALUES (OLD.date, OLD.date);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO evaluation_changes (from_date, until_date) VALUES (NEW.date, NEW.date);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER market_holidays_evaluation AFTER INSERT OR UPDATE OR DELETE ON "market_holidays"
  FOR EACH ROW EXECUTE FUNCTION record_changed_holiday();
--> statement-breakpoint
CREATE FUNCTION record_changed_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.valid_from, OLD.valid_to, OLD.monday_to_thursday, OLD.friday)
      IS NOT DISTINCT FROM (NEW.valid_from, NEW.valid_to, NEW.monday_to_thursday, NEW.friday) THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO evaluation_changes (from_date, until_date) VALUES (OLD.valid_from, OLD.valid_to);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO evaluation_changes (from_date, until_date) VALUES (NEW.valid_from, NEW.valid_to);
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER trading_schedules_evaluation AFTER INSERT OR UPDATE OR DELETE ON "trading_schedules"
  FOR EACH ROW EXECUTE FUNCTION record_changed_schedule();
--> statement-breakpoint
-- `TRUNCATE` fires no trigger above. A change without dates and a symbol concerns all signals.
CREATE FUNCTION record_changed_everything() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO evaluation_changes DEFAULT VALUES;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_bars_evaluation_truncated AFTER TRUNCATE ON "price_bars"
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_everything();
--> statement-breakpoint
CREATE TRIGGER market_holidays_evaluation_truncated AFTER TRUNCATE ON "market_holidays"
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_everything();
--> statement-breakpoint
CREATE TRIGGER trading_schedules_evaluation_truncated AFTER TRUNCATE ON "trading_schedules"
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_everything();
