CREATE TABLE "analysts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"registration" text,
	"valid_from" date,
	"valid_until" date,
	"is_active" boolean NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "analysts_ends_after_start" CHECK ("analysts"."valid_until" >= "analysts"."valid_from")
);
--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "rationale" text;--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "disclosures" text[];--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "horizon_days" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "analysts_name_registration" ON "analysts" USING btree ("name",coalesce("registration", ''));