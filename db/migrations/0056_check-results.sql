CREATE TABLE "check_results" (
	"server" text PRIMARY KEY NOT NULL,
	"results" jsonb NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
