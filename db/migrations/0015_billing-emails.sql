CREATE TABLE "billing_emails" (
	"template" text NOT NULL,
	"subject_id" text NOT NULL,
	"occurrence" text NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_emails_template_subject_id_occurrence_pk" PRIMARY KEY("template","subject_id","occurrence")
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outgoing_mails" ADD COLUMN "subject_id" text;--> statement-breakpoint
-- Payments from before these emails existed get no receipt.
INSERT INTO "billing_emails" ("template", "subject_id", "occurrence", "queued_at")
SELECT 'payment-receipt', "paddle_id", '', now() FROM "payments" WHERE "status" = 'completed';
