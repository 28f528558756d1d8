CREATE TABLE "board_meetings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "board_meetings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_key" text NOT NULL,
	"state" text DEFAULT 'meeting' NOT NULL,
	"symbol" text,
	"company_name" text NOT NULL,
	"subject" text NOT NULL,
	"meeting_date" date,
	"meeting_time" time,
	"place" text,
	"filed_at" timestamp with time zone,
	"document" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "board_meetings_key_unique" UNIQUE("event_key"),
	CONSTRAINT "board_meetings_state_known" CHECK ("board_meetings"."state" in ('meeting', 'waiting', 'dismissed')),
	CONSTRAINT "board_meetings_dated" CHECK ("board_meetings"."state" <> 'meeting' or "board_meetings"."meeting_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "book_closures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_closures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_key" text NOT NULL,
	"symbol" text,
	"company_name" text NOT NULL,
	"face_value" numeric(12, 2),
	"payout" text NOT NULL,
	"bc_from" date NOT NULL,
	"bc_to" date,
	"ex_date" date,
	"announced_at" timestamp with time zone,
	"note" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_closures_key_unique" UNIQUE("event_key"),
	CONSTRAINT "book_closures_in_order" CHECK ("book_closures"."bc_to" is null or "book_closures"."bc_to" >= "book_closures"."bc_from")
);
--> statement-breakpoint
CREATE TABLE "import_changes" (
	"import_id" integer NOT NULL,
	"row_id" integer NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "import_changes_import_id_row_id_pk" PRIMARY KEY("import_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"layout" text NOT NULL,
	"imported_by" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"alive_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"new" integer NOT NULL,
	"changed" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"refused" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text
);
--> statement-breakpoint
CREATE TABLE "market_holidays" (
	"date" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_tentative" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_meetings_date_idx" ON "board_meetings" USING btree ("meeting_date","meeting_time","id");--> statement-breakpoint
CREATE INDEX "board_meetings_company_idx" ON "board_meetings" USING btree ("company_name");--> statement-breakpoint
CREATE INDEX "board_meetings_state_idx" ON "board_meetings" USING btree ("state");--> statement-breakpoint
CREATE INDEX "book_closures_from_idx" ON "book_closures" USING btree ("bc_from","id");--> statement-breakpoint
CREATE INDEX "book_closures_company_idx" ON "book_closures" USING btree ("company_name");--> statement-breakpoint
CREATE INDEX "import_changes_row_idx" ON "import_changes" USING btree ("row_id","import_id");--> statement-breakpoint
INSERT INTO "market_holidays" ("date", "name", "is_tentative") VALUES
	('2026-02-05', 'Kashmir Day', false),
	('2026-03-20', 'Eid-ul-Fitr', false),
	('2026-03-23', 'Pakistan Day', false),
	('2026-05-01', 'Labour Day', false),
	('2026-05-26', 'Eid-ul-Azha', true),
	('2026-05-27', 'Eid-ul-Azha', true),
	('2026-05-28', 'Eid-ul-Azha', true),
	('2026-05-29', 'Eid-ul-Azha', true),
	('2026-06-24', 'Ashura', true),
	('2026-06-25', 'Ashura', true),
	('2026-06-26', 'Ashura', true),
	('2026-08-14', 'Independence Day', false),
	('2026-08-25', 'Eid Milad-un-Nabi', false),
	('2026-11-09', 'Iqbal Day', false),
	('2026-12-25', 'Quaid-e-Azam Day', false);
