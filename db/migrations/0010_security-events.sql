CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"occurred_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"account_kind" text,
	"account_id" uuid,
	"client_ip" text,
	"device" text,
	"session_id" uuid,
	"target_type" text,
	"target_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "security_events_time_idx" ON "security_events" USING btree ("occurred_at","id");--> statement-breakpoint
CREATE INDEX "security_events_kind_idx" ON "security_events" USING btree ("kind","occurred_at","id");--> statement-breakpoint
CREATE INDEX "security_events_account_idx" ON "security_events" USING btree ("account_id","occurred_at","id") WHERE "security_events"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "security_events_ip_idx" ON "security_events" USING btree ("client_ip","occurred_at","id") WHERE "security_events"."client_ip" is not null;--> statement-breakpoint
-- The security log only grows. Only the cleanup job deletes, in a transaction that says so.
CREATE FUNCTION protect_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('tezi.security_event_cleanup', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% only grows: its rows are neither changed nor removed', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER security_events_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "security_events"
  FOR EACH STATEMENT EXECUTE FUNCTION protect_security_events();
