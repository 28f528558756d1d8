CREATE TABLE "notified_tasks" (
	"administrator_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"path" text NOT NULL,
	"is_sent" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notified_tasks_administrator_id_task_id_pk" PRIMARY KEY("administrator_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "task_emails" (
	"administrator_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notified_tasks" ADD CONSTRAINT "notified_tasks_administrator_id_task_emails_administrator_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."task_emails"("administrator_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_bars_traded_idx" ON "price_bars" USING btree ("date") WHERE "price_bars"."import_id" is not null and coalesce("price_bars"."volume" > 0, "price_bars"."high" is not null);