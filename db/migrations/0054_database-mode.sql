CREATE TABLE "database_mode" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"mode" text NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "database_mode_one_row" CHECK ("database_mode"."id" = 1),
	CONSTRAINT "database_mode_is_a_mode" CHECK ("database_mode"."mode" in ('demo', 'production'))
);
