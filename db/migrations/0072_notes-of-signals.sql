ALTER TABLE "signals" ADD COLUMN "notes" jsonb;--> statement-breakpoint
-- What was said at the publication is fixed, also for servers of the previous release, which run during an upgrade.
CREATE FUNCTION reject_changed_disclosure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the analyst, the rationale, the disclosures and the horizon of a signal are fixed at publication'
    USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER signals_words_fixed
  BEFORE UPDATE OF "analyst_name", "analyst_registration", "rationale", "disclosures", "horizon_days" ON "signals"
  FOR EACH ROW WHEN (
    (OLD."analyst_name", OLD."analyst_registration", OLD."rationale", OLD."disclosures", OLD."horizon_days")
    IS DISTINCT FROM
    (NEW."analyst_name", NEW."analyst_registration", NEW."rationale", NEW."disclosures", NEW."horizon_days")
  ) EXECUTE FUNCTION reject_changed_disclosure();
