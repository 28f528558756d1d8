CREATE TABLE "index_values" (
	"symbol" text NOT NULL,
	"date" date NOT NULL,
	"value" integer NOT NULL,
	"import_id" integer,
	CONSTRAINT "index_values_symbol_date_pk" PRIMARY KEY("symbol","date")
);
--> statement-breakpoint
CREATE TABLE "price_adjustments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"symbol" text NOT NULL,
	"ex_date" date NOT NULL,
	"kind" text NOT NULL,
	"factor" numeric(18, 12),
	"description" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_bars" (
	"symbol" text NOT NULL,
	"date" date NOT NULL,
	"open" integer,
	"high" integer,
	"low" integer,
	"close" integer NOT NULL,
	"previous_close" integer,
	"volume" bigint,
	"suffix" text,
	"import_id" integer,
	CONSTRAINT "price_bars_symbol_date_pk" PRIMARY KEY("symbol","date"),
	CONSTRAINT "price_bars_high_with_low" CHECK (("price_bars"."high" is null) = ("price_bars"."low" is null)),
	CONSTRAINT "price_bars_in_order" CHECK ("price_bars"."low" <= "price_bars"."close" and "price_bars"."close" <= "price_bars"."high")
);
--> statement-breakpoint
CREATE TABLE "replaced_prices" (
	"import_id" integer NOT NULL,
	"symbol" text NOT NULL,
	"date" date NOT NULL,
	"previous_import_id" integer,
	"before" text NOT NULL,
	CONSTRAINT "replaced_prices_import_id_symbol_date_pk" PRIMARY KEY("import_id","symbol","date")
);
--> statement-breakpoint
CREATE INDEX "index_values_import_idx" ON "index_values" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "price_adjustments_source_idx" ON "price_adjustments" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "price_bars_import_idx" ON "price_bars" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "replaced_prices_previous_idx" ON "replaced_prices" USING btree ("previous_import_id");--> statement-breakpoint
CREATE TRIGGER price_adjustments_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "price_adjustments"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
