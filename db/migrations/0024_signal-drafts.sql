CREATE TABLE "signal_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"updated_by_id" uuid NOT NULL,
	"submitted_at" timestamp with time zone,
	"submitted_by" text,
	"submitted_by_id" uuid,
	"returned_at" timestamp with time zone,
	"returned_by" text,
	"return_comment" text,
	CONSTRAINT "signal_drafts_submission_whole" CHECK (num_nulls("signal_drafts"."submitted_at", "signal_drafts"."submitted_by", "signal_drafts"."submitted_by_id") in (0, 3)),
	CONSTRAINT "signal_drafts_return_whole" CHECK (num_nulls("signal_drafts"."returned_at", "signal_drafts"."returned_by", "signal_drafts"."return_comment") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "signal_versions" ADD COLUMN "approved_by" text;--> statement-breakpoint
ALTER TABLE "signal_versions" ADD COLUMN "approver_id" uuid;--> statement-breakpoint
CREATE INDEX "signal_drafts_list_idx" ON "signal_drafts" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "signal_versions" ADD CONSTRAINT "signal_versions_approval_whole" CHECK (("signal_versions"."approved_by" is null) = ("signal_versions"."approver_id" is null));