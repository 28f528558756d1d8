ALTER TABLE "signal_versions" ADD COLUMN "override_reason" text;--> statement-breakpoint
ALTER TABLE "signal_versions" ADD COLUMN "overridden_warnings" jsonb;--> statement-breakpoint
ALTER TABLE "signal_versions" ADD CONSTRAINT "signal_versions_override_whole" CHECK (("signal_versions"."override_reason" is null) = ("signal_versions"."overridden_warnings" is null));