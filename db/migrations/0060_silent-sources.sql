ALTER TABLE "news_sources" ADD COLUMN "last_full_fetch_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "news_sources" ADD COLUMN "last_new_at" timestamp with time zone;--> statement-breakpoint
UPDATE "news_sources" SET "last_new_at" = (
	SELECT max("fetched_at") FROM "articles" WHERE "articles"."source_id" = "news_sources"."id"
);
