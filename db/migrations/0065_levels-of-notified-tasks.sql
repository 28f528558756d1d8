ALTER TABLE "notified_tasks" ADD COLUMN "level" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "notified_tasks" ADD COLUMN "last_seen_at" timestamp with time zone NOT NULL;