ALTER TABLE "telegram_links" ADD COLUMN "chat_username" text;--> statement-breakpoint
ALTER TABLE "signal_decisions" ADD COLUMN "replacement_id" uuid;