CREATE TABLE "record_terms" (
	"id" integer PRIMARY KEY NOT NULL,
	"terms" jsonb NOT NULL,
	"released_until" date,
	"pending" jsonb
);
--> statement-breakpoint
CREATE TABLE "term_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "term_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"changed_at" timestamp with time zone NOT NULL,
	"changes" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"sequence" bigint
);
--> statement-breakpoint
-- The terms of the releases before, so that the server enters what changes. A new site stores its own.
INSERT INTO record_terms (id, terms)
SELECT 1, json_build_object('voids_count', 'never', 'rules_version',
    coalesce((SELECT nullif(max(evaluator_version), 0) FROM signal_evaluations), 2)::text)
WHERE EXISTS (SELECT 1 FROM signal_outcomes);
