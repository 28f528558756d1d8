CREATE TABLE "input_corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "input_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"symbol" text,
	"from_date" date,
	"until_date" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signal_outcomes" ADD COLUMN "inputs" text;--> statement-breakpoint
ALTER TABLE "signal_outcomes" ADD COLUMN "is_corrected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What has been evaluated is corrected. The ledger contains each correction, whoever made it.
CREATE FUNCTION record_corrections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO input_corrections (symbol, from_date, until_date)
    SELECT symbol, from_date, least(until_date, evaluated.until)
    FROM added, (SELECT greatest(prices_until, marked_until) AS until FROM evaluation_state) evaluated
    WHERE signal_id IS NULL AND (from_date IS NULL OR from_date <= evaluated.until);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER evaluation_changes_corrections AFTER INSERT ON "evaluation_changes"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_corrections();
