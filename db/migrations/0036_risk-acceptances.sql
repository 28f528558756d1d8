CREATE TABLE "risk_acceptances" (
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"place" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "risk_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
ALTER TABLE "risk_acceptances" ADD CONSTRAINT "risk_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Events about signals and acceptances outlive the account that caused them. The cleanup job then removes personal data from them.
-- It sets 'retain'; that of releases before these rules sets 'on', which deletes all kinds alike.
CREATE OR REPLACE FUNCTION protect_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('tezi.security_event_cleanup', true) IN ('on', 'retain') THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND current_setting('tezi.security_event_cleanup', true) = 'retain' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% only grows: its rows are neither changed nor removed', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE FUNCTION protect_security_event_columns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  personal CONSTANT text[] := ARRAY['client_ip', 'device', 'session_id', 'details'];
BEGIN
  IF to_jsonb(NEW) - personal <> to_jsonb(OLD) - personal
    OR coalesce(NEW.client_ip, OLD.client_ip) IS DISTINCT FROM OLD.client_ip
    OR coalesce(NEW.device, OLD.device) IS DISTINCT FROM OLD.device
    OR coalesce(NEW.session_id, OLD.session_id) IS DISTINCT FROM OLD.session_id
    OR NEW.details NOT IN (OLD.details, OLD.details - 'submitted_by') THEN
    RAISE EXCEPTION '% only grows: only personal data may be removed from its rows', TG_TABLE_NAME
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER security_events_columns BEFORE UPDATE ON "security_events"
  FOR EACH ROW EXECUTE FUNCTION protect_security_event_columns();
--> statement-breakpoint
-- The previous release may run during an upgrade or after a rollback; its cleanup must not delete what is stored for five years, nor
-- the deletions of accounts, by which the cleanup job finds the events to remove personal data from.
CREATE FUNCTION retain_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tezi.security_event_cleanup', true) = 'on'
    AND (OLD.kind ~ '^(signal|analyst|risk_statement)_' OR OLD.kind IN ('account_deleted', 'administrator_removed')) THEN
    RETURN NULL;
  END IF;
  RETURN OLD;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER security_events_retention BEFORE DELETE ON "security_events"
  FOR EACH ROW EXECUTE FUNCTION retain_security_events();
