-- What was published is never rewritten: the history of signals only grows.
CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows: its rows are neither changed nor removed', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER signal_versions_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "signal_versions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER signals_never_removed
  BEFORE DELETE OR TRUNCATE ON "signals"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
