CREATE TABLE "alert_lanes" (
	"channel" text NOT NULL,
	"lane" text NOT NULL,
	"customers" integer NOT NULL,
	"paused_since" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"pause_reason" text,
	CONSTRAINT "alert_lanes_channel_lane_pk" PRIMARY KEY("channel","lane")
);
--> statement-breakpoint
ALTER TABLE "alert_settings" ADD COLUMN "attentive_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD COLUMN "push_paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
UPDATE "push_subscriptions" SET "accepted_at" = "created_at" WHERE EXISTS (
	SELECT FROM "alert_deliveries" WHERE "alert_deliveries"."user_id" = "push_subscriptions"."user_id" AND "channel" = 'push'
		AND "target" = "push_subscriptions"."id"::text AND "alert_deliveries"."accepted_at" IS NOT NULL
);--> statement-breakpoint
UPDATE "webhooks" SET "accepted_at" = "last_at" WHERE "failures" = 0;--> statement-breakpoint
DROP INDEX "alert_deliveries_due_idx";--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD COLUMN "lane" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD COLUMN "priority" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "alert_deliveries_lane_idx" ON "alert_deliveries" USING btree ("channel","lane","priority","due_at","id") WHERE state = 'queued';
