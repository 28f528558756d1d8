ALTER TABLE "board_meetings" DROP CONSTRAINT "board_meetings_state_known";--> statement-breakpoint
ALTER TABLE "board_meetings" DROP CONSTRAINT "board_meetings_dated";--> statement-breakpoint
ALTER TABLE "board_meetings" ADD COLUMN "revisions" jsonb;--> statement-breakpoint
ALTER TABLE "book_closures" ADD COLUMN "revisions" jsonb;--> statement-breakpoint
ALTER TABLE "board_meetings" ADD CONSTRAINT "board_meetings_state_known" CHECK ("board_meetings"."state" in ('meeting', 'postponed', 'waiting', 'dismissed'));--> statement-breakpoint
ALTER TABLE "board_meetings" ADD CONSTRAINT "board_meetings_dated" CHECK ("board_meetings"."state" not in ('meeting', 'postponed') or "board_meetings"."meeting_date" is not null);
