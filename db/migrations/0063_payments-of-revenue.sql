ALTER TABLE "payments" ADD COLUMN "product_name" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "interval" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "period_end" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "payments" SET "failed_at" = "failure"."at" FROM (
	SELECT "data" ->> 'id' AS "id", min("occurred_at") AS "at" FROM "paddle_events"
	WHERE "event_type" = 'transaction.past_due' GROUP BY 1
) "failure" WHERE "failure"."id" = "payments"."paddle_id";
