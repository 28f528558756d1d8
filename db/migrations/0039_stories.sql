-- Lists show one article per story. Servers of earlier releases show all of them.
ALTER TABLE "articles" ADD COLUMN "lead_id" integer;
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_lead_id_articles_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "articles_story_idx" ON "articles" USING btree ("lead_id","source_id") WHERE "articles"."lead_id" is not null;
--> statement-breakpoint
-- Lists skip the other articles of a story without reading them.
DROP INDEX "articles_date_idx";
--> statement-breakpoint
CREATE INDEX "articles_date_idx" ON "articles" USING btree ("sort_date","id","lead_id");
--> statement-breakpoint
DROP INDEX "articles_sector_date_idx";
--> statement-breakpoint
CREATE INDEX "articles_sector_date_idx" ON "articles" USING btree ("sector","sort_date","id","lead_id");
--> statement-breakpoint
DROP INDEX "articles_category_date_idx";
--> statement-breakpoint
CREATE INDEX "articles_category_date_idx" ON "articles" USING btree ("category","sort_date","id","lead_id");
--> statement-breakpoint
DROP INDEX "articles_title_idx";
--> statement-breakpoint
CREATE INDEX "articles_title_idx" ON "articles" USING btree ("title_key","id","lead_id");
--> statement-breakpoint
DROP INDEX "articles_sector_title_idx";
--> statement-breakpoint
CREATE INDEX "articles_sector_title_idx" ON "articles" USING btree ("sector","title_key","id","lead_id");
--> statement-breakpoint
DROP INDEX "articles_category_title_idx";
--> statement-breakpoint
CREATE INDEX "articles_category_title_idx" ON "articles" USING btree ("category","title_key","id","lead_id");
--> statement-breakpoint
ALTER TABLE "news_counts" ADD COLUMN "leads" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "news_counts" SET "leads" = "articles";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_added_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_counts (source_id, sector, category, articles, leads)
    SELECT source_id, sector, category, count(*), count(*) FILTER (WHERE lead_id IS NULL) FROM added
    GROUP BY source_id, sector, category ORDER BY source_id, sector, category
    ON CONFLICT (source_id, sector, category) DO UPDATE
    SET articles = news_counts.articles + EXCLUDED.articles, leads = news_counts.leads + EXCLUDED.leads;
  INSERT INTO news_weeks (week, articles)
    SELECT date_trunc('week', sort_date AT TIME ZONE 'UTC')::date AS week, count(*) FROM added
    GROUP BY 1 ORDER BY 1
    ON CONFLICT (week) DO UPDATE SET articles = news_weeks.articles + EXCLUDED.articles;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_counts (source_id, sector, category, articles, leads)
    SELECT source_id, sector, category, -count(*), -count(*) FILTER (WHERE lead_id IS NULL) FROM removed
    GROUP BY source_id, sector, category ORDER BY source_id, sector, category
    ON CONFLICT (source_id, sector, category) DO UPDATE
    SET articles = news_counts.articles + EXCLUDED.articles, leads = news_counts.leads + EXCLUDED.leads;
  INSERT INTO news_weeks (week, articles)
    SELECT date_trunc('week', sort_date AT TIME ZONE 'UTC')::date AS week, -count(*) FROM removed
    GROUP BY 1 ORDER BY 1
    ON CONFLICT (week) DO UPDATE SET articles = news_weeks.articles + EXCLUDED.articles;
  RETURN NULL;
END;
$$;
