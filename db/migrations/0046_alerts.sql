CREATE TABLE "alert_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"is_silent" boolean NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_by" text,
	"accepted_at" timestamp with time zone,
	"shown_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "alert_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"subject" jsonb NOT NULL,
	"audience" text NOT NULL,
	"user_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_inbox" (
	"user_id" uuid NOT NULL,
	"event_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"is_silent" boolean NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "alert_inbox_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "alert_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "alert_preferences_user_id_kind_channel_pk" PRIMARY KEY("user_id","kind","channel")
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text DEFAULT 'off' NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"time_zone" text,
	"paused_until" timestamp with time zone,
	"unsubscribe_token" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD CONSTRAINT "alert_deliveries_event_id_alert_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."alert_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_inbox" ADD CONSTRAINT "alert_inbox_event_id_alert_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."alert_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_deliveries_target_key" ON "alert_deliveries" USING btree ("event_id","channel","target");--> statement-breakpoint
CREATE INDEX "alert_deliveries_due_idx" ON "alert_deliveries" USING btree ("channel","due_at","id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "alert_deliveries_claimed_idx" ON "alert_deliveries" USING btree ("claimed_by") WHERE state = 'claimed';--> statement-breakpoint
CREATE INDEX "alert_deliveries_user_idx" ON "alert_deliveries" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "alert_deliveries_accepted_idx" ON "alert_deliveries" USING btree ("accepted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_events_key" ON "alert_events" USING btree ("key");--> statement-breakpoint
CREATE INDEX "alert_events_date_idx" ON "alert_events" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "alert_inbox_event_idx" ON "alert_inbox" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "alert_inbox_unread_idx" ON "alert_inbox" USING btree ("user_id") WHERE read_at is null and not is_silent;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_settings_unsubscribe_key" ON "alert_settings" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_idx" ON "push_subscriptions" USING btree ("user_id");