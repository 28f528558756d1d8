CREATE TABLE "billing_reconciliation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"leased_until" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"last_success_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "paddle_customers" (
	"paddle_customer_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"linked_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paddle_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"event_type" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"entity_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"paddle_id" text PRIMARY KEY NOT NULL,
	"paddle_subscription_id" text,
	"paddle_customer_id" text,
	"status" text NOT NULL,
	"total_amount" text NOT NULL,
	"currency" text NOT NULL,
	"billed_at" timestamp with time zone,
	"paddle_updated_at" timestamp with time zone NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "premium_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"granted_by" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" text,
	"withdrawal_reason" text,
	CONSTRAINT "premium_grants_in_order" CHECK ("premium_grants"."ends_at" > "premium_grants"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"paddle_id" text NOT NULL,
	"paddle_customer_id" text NOT NULL,
	"user_id" uuid,
	"status" text NOT NULL,
	"product_name" text NOT NULL,
	"price_id" text NOT NULL,
	"unit_amount" text NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"next_billed_at" timestamp with time zone,
	"scheduled_action" text,
	"scheduled_at" timestamp with time zone,
	"last_payment_at" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"paddle_updated_at" timestamp with time zone NOT NULL,
	"version" text NOT NULL,
	"period_version" text,
	CONSTRAINT "subscriptions_paddle_id_unique" UNIQUE("paddle_id")
);
--> statement-breakpoint
CREATE INDEX "paddle_customers_user_idx" ON "paddle_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "paddle_events_due_idx" ON "paddle_events" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "paddle_events_entity_idx" ON "paddle_events" USING btree ("entity_id","occurred_at");--> statement-breakpoint
CREATE INDEX "payments_subscription_idx" ON "payments" USING btree ("paddle_subscription_id");--> statement-breakpoint
CREATE INDEX "premium_grants_user_idx" ON "premium_grants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_user_idx" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer_idx" ON "subscriptions" USING btree ("paddle_customer_id");