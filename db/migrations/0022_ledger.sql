CREATE TABLE "ledger_entries" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"commitment" text NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ledger_entries_previous_unique" UNIQUE("previous"),
	CONSTRAINT "ledger_entries_hash_unique" UNIQUE("hash"),
	CONSTRAINT "ledger_entries_sequence_positive" CHECK ("ledger_entries"."sequence" > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_heads" (
	"signed_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"key" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_payloads" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"subject" text NOT NULL,
	"is_open" boolean NOT NULL,
	"salt" text NOT NULL,
	"payload" text NOT NULL,
	CONSTRAINT "ledger_payloads_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "ledger_releases" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_releases_position_unique" UNIQUE("position")
);
--> statement-breakpoint
ALTER TABLE "ledger_heads" ADD CONSTRAINT "ledger_heads_sequence_ledger_entries_sequence_fk" FOREIGN KEY ("sequence") REFERENCES "public"."ledger_entries"("sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_payloads" ADD CONSTRAINT "ledger_payloads_sequence_ledger_entries_sequence_fk" FOREIGN KEY ("sequence") REFERENCES "public"."ledger_entries"("sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_releases" ADD CONSTRAINT "ledger_releases_sequence_ledger_entries_sequence_fk" FOREIGN KEY ("sequence") REFERENCES "public"."ledger_entries"("sequence") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_heads_sequence_idx" ON "ledger_heads" USING btree ("sequence");--> statement-breakpoint
CREATE INDEX "ledger_payloads_subject_idx" ON "ledger_payloads" USING btree ("subject");--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER ledger_payloads_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_payloads"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER ledger_releases_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_releases"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();--> statement-breakpoint
CREATE TRIGGER ledger_heads_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_heads"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
