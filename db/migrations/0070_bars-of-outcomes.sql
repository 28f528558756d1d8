ALTER TABLE "signal_outcomes" ADD COLUMN "bars" jsonb;--> statement-breakpoint
ALTER TABLE "signal_decisions" ADD COLUMN "void_effect" text;