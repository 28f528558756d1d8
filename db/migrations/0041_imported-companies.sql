CREATE TABLE "company_statuses" (
	"symbol" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"date" date,
	"successor" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "imported_companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imported_companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"symbol" text NOT NULL,
	"name" text NOT NULL,
	"sector_code" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imported_companies_symbol" UNIQUE("symbol")
);
