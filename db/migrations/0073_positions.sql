CREATE TABLE "cost_presets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cost_presets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"rates" jsonb NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "position_corrections" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"correction" jsonb,
	"own" jsonb,
	CONSTRAINT "position_corrections_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "position_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"is_on_list" boolean DEFAULT true NOT NULL,
	"cost_preset_id" integer,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"dividend_classes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tax_figures" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_levels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_levels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"kind" text NOT NULL,
	"value" numeric(14, 2) NOT NULL,
	"is_repeating" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"is_armed" boolean DEFAULT true NOT NULL,
	"triggered_on" date,
	"triggered_close" integer,
	"compared_on" date NOT NULL,
	"compared_close" integer,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trade_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trade_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"trade_id" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "trade_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trade_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"layout" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"added" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"rejected" integer NOT NULL,
	"reverted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trades" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trades_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"date" date NOT NULL,
	"shares" bigint NOT NULL,
	"price" numeric(14, 4) NOT NULL,
	"costs" numeric(14, 2) NOT NULL,
	"signal_id" uuid,
	"planned_shares" bigint,
	"note" text,
	"import_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	CONSTRAINT "trades_side" CHECK ("trades"."side" in ('buy', 'sell')),
	CONSTRAINT "trades_kind" CHECK ("trades"."kind" in ('trade', 'opening', 'transfer', 'allotment')),
	CONSTRAINT "trades_shares" CHECK ("trades"."shares" > 0),
	CONSTRAINT "trades_amounts" CHECK ("trades"."price" >= 0 and "trades"."costs" >= 0),
	CONSTRAINT "trades_side_of_kind" CHECK ("trades"."side" = 'buy' or "trades"."kind" in ('trade', 'transfer'))
);
--> statement-breakpoint
CREATE INDEX "price_levels_symbol_idx" ON "price_levels" USING btree ("symbol","id");--> statement-breakpoint
CREATE INDEX "price_levels_user_idx" ON "price_levels" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trade_changes_trade_idx" ON "trade_changes" USING btree ("user_id","trade_id","id");--> statement-breakpoint
CREATE INDEX "trade_imports_user_idx" ON "trade_imports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "trades_list_idx" ON "trades" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "trades_import_idx" ON "trades" USING btree ("user_id","import_id");--> statement-breakpoint
INSERT INTO "cost_presets" ("name", "valid_from", "rates", "note")
VALUES ('Usual costs', '2019-10-01', '{"commission_per_share": "0.03", "commission_percent": "0.15", "commission_minimum": "0", "sales_tax_percent": "15", "depository_per_share": "0.005", "levies_percent": "0"}', 'The lowest commission by the rules of October 2019 (certain), 15 % sales tax on it (13 % in older sources) and Rs. 0.005 a share of the central depository (reported). Levies of the exchange, the clearing company and the regulator are not known.');
