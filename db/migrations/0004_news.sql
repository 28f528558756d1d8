CREATE TABLE "articles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source_id" integer NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"excerpt" text NOT NULL,
	"link" text,
	"image_url" text,
	"pub_date" timestamp with time zone,
	"creator" text,
	"sector" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"symbols" text[] DEFAULT '{}' NOT NULL,
	"company_names" text DEFAULT '' NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	"sort_date" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"title_key" text DEFAULT '' NOT NULL,
	"search" "tsvector" DEFAULT '' NOT NULL,
	CONSTRAINT "articles_key_unique" UNIQUE("source_id","key"),
	CONSTRAINT "articles_category_some" CHECK ("articles"."category" <> '')
);
--> statement-breakpoint
CREATE TABLE "news_counts" (
	"source_id" integer NOT NULL,
	"sector" text NOT NULL,
	"category" text NOT NULL,
	"articles" integer NOT NULL,
	CONSTRAINT "news_counts_source_id_sector_category_pk" PRIMARY KEY("source_id","sector","category")
);
--> statement-breakpoint
CREATE TABLE "news_sources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"url" text NOT NULL,
	"is_summary_only" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"etag" text,
	"last_modified" text,
	"next_fetch_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_error" text,
	"failures_in_a_row" integer DEFAULT 0 NOT NULL,
	"last_new" integer DEFAULT 0 NOT NULL,
	"last_known" integer DEFAULT 0 NOT NULL,
	"last_refused" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "news_sources_name_unique" UNIQUE("name"),
	CONSTRAINT "news_sources_url_unique" UNIQUE("url")
);
--> statement-breakpoint
CREATE TABLE "news_weeks" (
	"week" date PRIMARY KEY NOT NULL,
	"articles" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "raw_items" (
	"article_id" integer PRIMARY KEY NOT NULL,
	"item" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_source_id_news_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."news_sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "raw_items" ADD CONSTRAINT "raw_items_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_link_idx" ON "articles" USING btree ("source_id","link");--> statement-breakpoint
CREATE INDEX "articles_date_idx" ON "articles" USING btree ("sort_date","id");--> statement-breakpoint
CREATE INDEX "articles_source_date_idx" ON "articles" USING btree ("source_id","sort_date","id");--> statement-breakpoint
CREATE INDEX "articles_sector_date_idx" ON "articles" USING btree ("sector","sort_date","id");--> statement-breakpoint
CREATE INDEX "articles_category_date_idx" ON "articles" USING btree ("category","sort_date","id");--> statement-breakpoint
CREATE INDEX "articles_title_idx" ON "articles" USING btree ("title_key","id");--> statement-breakpoint
CREATE INDEX "articles_source_title_idx" ON "articles" USING btree ("source_id","title_key","id");--> statement-breakpoint
CREATE INDEX "articles_sector_title_idx" ON "articles" USING btree ("sector","title_key","id");--> statement-breakpoint
CREATE INDEX "articles_category_title_idx" ON "articles" USING btree ("category","title_key","id");--> statement-breakpoint
CREATE INDEX "articles_search_idx" ON "articles" USING gin ("search");