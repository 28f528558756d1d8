-- incompatible with earlier releases: they evaluate signals by other rules and with adjustments that are not confirmed
CREATE TABLE "input_values" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "input_values_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"symbol" text,
	"date" date NOT NULL,
	"input" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"is_correction" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_adjustments" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "signal_outcomes" ADD COLUMN "reference_adjustments" jsonb;--> statement-breakpoint
CREATE INDEX "signal_evaluations_used_from_idx" ON "signal_evaluations" USING btree ("used_from");--> statement-breakpoint
-- The dates that signals used so far, and those that were evaluated. Neither depends on a symbol, so what is recorded hints at no signal.
CREATE FUNCTION get_evaluated_dates(OUT since date, OUT until date) LANGUAGE sql STABLE AS $$
  SELECT (SELECT min(used_from) FROM signal_evaluations),
    (SELECT greatest(prices_until, marked_until) FROM evaluation_state)
$$;
--> statement-breakpoint
CREATE FUNCTION get_bar_values(open integer, high integer, low integer, close integer, previous_close integer, volume bigint)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array(round(open / 100.0, 2)::text, round(high / 100.0, 2)::text, round(low / 100.0, 2)::text,
    round(close / 100.0, 2)::text, round(previous_close / 100.0, 2)::text, volume::text)
$$;
--> statement-breakpoint
CREATE FUNCTION record_bar_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  evaluated record;
BEGIN
  SELECT * INTO evaluated FROM get_evaluated_dates();
  IF evaluated.since IS NULL THEN
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO input_values (symbol, date, input, after, is_correction)
      SELECT symbol, date, 'bar', get_bar_values(open, high, low, close, previous_close, volume),
        coalesce(date <= evaluated.until, false)
      FROM after WHERE date >= evaluated.since;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO input_values (symbol, date, input, before, is_correction)
      SELECT symbol, date, 'bar', get_bar_values(open, high, low, close, previous_close, volume),
        coalesce(date <= evaluated.until, false)
      FROM before WHERE date >= evaluated.since;
  ELSE
    INSERT INTO input_values (symbol, date, input, before, after, is_correction)
      SELECT symbol, date, 'bar', earlier.bar, later.bar, coalesce(date <= evaluated.until, false)
      FROM (SELECT symbol, date, get_bar_values(open, high, low, close, previous_close, volume) AS bar FROM before) earlier
      FULL JOIN (SELECT symbol, date, get_bar_values(open, high, low, close, previous_close, volume) AS bar FROM after) later
        USING (symbol, date)
      WHERE date >= evaluated.since AND earlier.bar IS DISTINCT FROM later.bar;
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_bars_values_added AFTER INSERT ON "price_bars"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_bar_values();
--> statement-breakpoint
CREATE TRIGGER price_bars_values_removed AFTER DELETE ON "price_bars"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION record_bar_values();
--> statement-breakpoint
CREATE TRIGGER price_bars_values_updated AFTER UPDATE ON "price_bars"
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_bar_values();
--> statement-breakpoint
-- After it, the values are gone.
CREATE FUNCTION record_truncated_bars() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO input_values (symbol, date, input, before, is_correction)
    SELECT symbol, date, 'bar', get_bar_values(open, high, low, close, previous_close, volume),
      coalesce(date <= evaluated.until, false)
    FROM price_bars, get_evaluated_dates() evaluated WHERE date >= evaluated.since;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_bars_values_truncated BEFORE TRUNCATE ON "price_bars"
  FOR EACH STATEMENT EXECUTE FUNCTION record_truncated_bars();
--> statement-breakpoint
-- The prices of a day are too many for an entry of the ledger: it has their hash.
CREATE FUNCTION get_intraday_values(prices text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('intraday', encode(sha256(convert_to(prices, 'UTF8')), 'hex')) WHERE prices IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION record_intraday_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  evaluated record;
BEGIN
  SELECT * INTO evaluated FROM get_evaluated_dates();
  IF evaluated.since IS NULL THEN
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO input_values (symbol, date, input, after, is_correction)
      SELECT symbol, date, 'intraday', get_intraday_values(prices), true
      FROM after WHERE date BETWEEN evaluated.since AND evaluated.until;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO input_values (symbol, date, input, before, is_correction)
      SELECT symbol, date, 'intraday', get_intraday_values(prices), true
      FROM before WHERE date BETWEEN evaluated.since AND evaluated.until;
  ELSE
    INSERT INTO input_values (symbol, date, input, before, after, is_correction)
      SELECT symbol, date, 'intraday', get_intraday_values(earlier.prices), get_intraday_values(later.prices), true
      FROM before earlier FULL JOIN after later USING (symbol, date)
      WHERE date BETWEEN evaluated.since AND evaluated.until AND earlier.prices IS DISTINCT FROM later.prices;
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER intraday_prices_values_added AFTER INSERT ON "intraday_prices"
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_intraday_values();
--> statement-breakpoint
CREATE TRIGGER intraday_prices_values_removed AFTER DELETE ON "intraday_prices"
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION record_intraday_values();
--> statement-breakpoint
CREATE TRIGGER intraday_prices_values_updated AFTER UPDATE ON "intraday_prices"
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION record_intraday_values();
--> statement-breakpoint
CREATE FUNCTION record_truncated_intraday() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO input_values (symbol, date, input, before, is_correction)
    SELECT symbol, date, 'intraday', get_intraday_values(prices), true
    FROM intraday_prices, get_evaluated_dates() evaluated WHERE date BETWEEN evaluated.since AND evaluated.until;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER intraday_prices_values_truncated BEFORE TRUNCATE ON "intraday_prices"
  FOR EACH STATEMENT EXECUTE FUNCTION record_truncated_intraday();
--> statement-breakpoint
-- Returns null for an adjustment that is not applied.
CREATE FUNCTION get_adjustment_values(adjustment price_adjustments) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('kind', adjustment.kind, 'factor', adjustment.factor::text,
    'dividend', trim_scale(adjustment.dividend / 100)::text,
    'is_confirmed', CASE WHEN adjustment.review = 'confirmed' THEN true END))
  WHERE coalesce(adjustment.factor, adjustment.dividend) IS NOT NULL AND adjustment.review IS DISTINCT FROM 'removed'
$$;
--> statement-breakpoint
-- The newest row of a source replaces the one before, which may be of another date. Rows are never changed.
CREATE FUNCTION record_adjustment_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  evaluated record;
BEGIN
  SELECT * INTO evaluated FROM get_evaluated_dates();
  INSERT INTO input_values (symbol, date, input, before, after, is_correction)
    SELECT later.symbol, later.ex_date, later.source,
      CASE WHEN (earlier.symbol, earlier.ex_date) = (later.symbol, later.ex_date) THEN get_adjustment_values(earlier) END,
      get_adjustment_values(later), coalesce(later.ex_date <= evaluated.until, false) OR later.review IS NOT NULL
    FROM added JOIN price_adjustments later ON later.id = added.id
    LEFT JOIN price_adjustments earlier
      ON earlier.id = (SELECT max(id) FROM price_adjustments WHERE source = added.source AND id < added.id)
    WHERE later.ex_date >= evaluated.since
    UNION ALL
    SELECT earlier.symbol, earlier.ex_date, earlier.source, get_adjustment_values(earlier), NULL,
      coalesce(earlier.ex_date <= evaluated.until, false) OR earlier.review IS NOT NULL
    FROM added JOIN price_adjustments earlier
      ON earlier.id = (SELECT max(id) FROM price_adjustments WHERE source = added.source AND id < added.id)
    WHERE earlier.ex_date >= evaluated.since AND (earlier.symbol, earlier.ex_date) <> (added.symbol, added.ex_date);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER price_adjustments_values AFTER INSERT ON "price_adjustments"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_adjustment_values();

--> statement-breakpoint
-- Of the calendar, which has no symbol. The names of holidays decide nothing.
CREATE FUNCTION record_holiday_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.date = NEW.date THEN
    RETURN NULL;
  END IF;
  INSERT INTO input_values (date, input, before, after, is_correction)
    SELECT changed.date, 'holiday', before, after, true
    FROM (VALUES (OLD.date, '{"is_holiday": true}'::jsonb, NULL::jsonb), (NEW.date, NULL, '{"is_holiday": true}'))
      changed (date, before, after), get_evaluated_dates() evaluated
    WHERE changed.date <= evaluated.until;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER market_holidays_values AFTER INSERT OR UPDATE OR DELETE ON "market_holidays"
  FOR EACH ROW EXECUTE FUNCTION record_holiday_values();
--> statement-breakpoint
CREATE FUNCTION record_truncated_holidays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO input_values (date, input, before, is_correction)
    SELECT date, 'holiday', '{"is_holiday": true}', true
    FROM market_holidays, get_evaluated_dates() evaluated WHERE date <= evaluated.until;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER market_holidays_values_truncated BEFORE TRUNCATE ON "market_holidays"
  FOR EACH STATEMENT EXECUTE FUNCTION record_truncated_holidays();
--> statement-breakpoint
CREATE FUNCTION describe_sessions(sessions jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg((session->>'opens') || '-' || (session->>'closes'), ', ') FROM jsonb_array_elements(sessions) session
$$;
--> statement-breakpoint
CREATE FUNCTION get_schedule_values(schedule trading_schedules) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('valid_from', schedule.valid_from, 'valid_to', schedule.valid_to,
    'monday_to_thursday', describe_sessions(schedule.monday_to_thursday), 'friday', describe_sessions(schedule.friday)))
  WHERE schedule.valid_from IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION record_schedule_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO input_values (date, input, before, after, is_correction)
    SELECT least(OLD.valid_from, NEW.valid_from), 'schedule:' || coalesce(NEW.id, OLD.id), get_schedule_values(OLD),
      get_schedule_values(NEW), true
    FROM get_evaluated_dates() evaluated WHERE least(OLD.valid_from, NEW.valid_from) <= evaluated.until;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER trading_schedules_values AFTER INSERT OR UPDATE OR DELETE ON "trading_schedules"
  FOR EACH ROW EXECUTE FUNCTION record_schedule_values();
--> statement-breakpoint
CREATE FUNCTION record_truncated_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO input_values (date, input, before, is_correction)
    SELECT valid_from, 'schedule:' || id, get_schedule_values(schedule), true
    FROM trading_schedules schedule, get_evaluated_dates() evaluated WHERE valid_from <= evaluated.until;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER trading_schedules_values_truncated BEFORE TRUNCATE ON "trading_schedules"
  FOR EACH STATEMENT EXECUTE FUNCTION record_truncated_schedules();
