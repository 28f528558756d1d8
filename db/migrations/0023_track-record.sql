CREATE TABLE "evaluation_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"evaluated_at" timestamp with time zone NOT NULL,
	"prices_until" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signal_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"signal_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"fill_price" integer,
	"exit_price" integer,
	"exit_date" date,
	"r_multiple" numeric(16, 4),
	"percent" numeric(16, 2),
	"decided_at" timestamp with time zone NOT NULL,
	"decided_by" text NOT NULL,
	"administrator_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_marks" (
	"signal_id" uuid PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"price" integer NOT NULL,
	"r_multiple" numeric(16, 4) NOT NULL,
	"percent" numeric(16, 2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_outcomes" (
	"signal_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"evaluated_at" timestamp with time zone NOT NULL,
	"evaluator_version" integer NOT NULL,
	"prices_until" date NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"order_kind" text NOT NULL,
	"reference_close" integer,
	"fill_date" date,
	"fill_price" integer,
	"exits" jsonb NOT NULL,
	"targets_hit" integer NOT NULL,
	"r_multiple" numeric(16, 4),
	"percent" numeric(16, 2),
	"bars_held" integer,
	"ended_on" date,
	"steps" jsonb NOT NULL,
	CONSTRAINT "signal_outcomes_signal_id_sequence_pk" PRIMARY KEY("signal_id","sequence")
);
--> statement-breakpoint
CREATE INDEX "signal_decisions_signal_idx" ON "signal_decisions" USING btree ("signal_id","id");--> statement-breakpoint
CREATE TRIGGER signal_outcomes_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "signal_outcomes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
--> statement-breakpoint
CREATE TRIGGER signal_decisions_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "signal_decisions"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
