CREATE TABLE "local_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"user_id" uuid,
	"plan_key" text NOT NULL,
	"plan_name" text NOT NULL,
	"interval" text NOT NULL,
	"amount_paisa" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"confirmed_by" text NOT NULL,
	"reason" text,
	"removed_at" timestamp with time zone,
	"removed_by" text,
	"removal" text,
	"removal_reason" text,
	"credit_number" integer,
	CONSTRAINT "local_payments_number_unique" UNIQUE("number"),
	CONSTRAINT "local_payments_credit_number_unique" UNIQUE("credit_number"),
	CONSTRAINT "local_payments_in_order" CHECK ("local_payments"."ends_at" > "local_payments"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "local_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"renewal" text DEFAULT 'on' NOT NULL,
	CONSTRAINT "local_subscriptions_user_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "payment_order_receipts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid,
	"plan_key" text NOT NULL,
	"plan_name" text NOT NULL,
	"interval" text NOT NULL,
	"price_paisa" bigint NOT NULL,
	"amount_paisa" bigint NOT NULL,
	"payer_name" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"is_reserved" boolean DEFAULT true NOT NULL,
	CONSTRAINT "payment_orders_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "bank_statement_columns" (
	"header" text PRIMARY KEY NOT NULL,
	"columns" text[] NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_statement_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_statement_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"row_key" text NOT NULL,
	"date" date NOT NULL,
	"time" text,
	"amount_paisa" bigint NOT NULL,
	"narration" text NOT NULL,
	"reference" text,
	"imported_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"payment_id" uuid,
	"settled_as" text,
	"settled_by" text,
	"settled_reason" text,
	CONSTRAINT "bank_statement_rows_key_unique" UNIQUE("row_key"),
	CONSTRAINT "bank_statement_rows_used_once" CHECK ("bank_statement_rows"."payment_id" is null or "bank_statement_rows"."settled_as" is null)
);
--> statement-breakpoint
ALTER TABLE "local_payments" ADD CONSTRAINT "local_payments_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "local_payments" ADD CONSTRAINT "local_payments_subscription_id_local_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."local_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order_receipts" ADD CONSTRAINT "payment_order_receipts_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement_rows" ADD CONSTRAINT "bank_statement_rows_payment_id_local_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."local_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "local_payments_user_idx" ON "local_payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "local_payments_order_idx" ON "local_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "local_payments_subscription_idx" ON "local_payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "payment_order_receipts_order_idx" ON "payment_order_receipts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_order_receipts_file_idx" ON "payment_order_receipts" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "payment_order_receipts_uploaded_idx" ON "payment_order_receipts" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "payment_orders_user_idx" ON "payment_orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_orders_status_idx" ON "payment_orders" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_open_idx" ON "payment_orders" USING btree ("user_id") WHERE "payment_orders"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_amount_idx" ON "payment_orders" USING btree ("amount_paisa") WHERE "payment_orders"."is_reserved";--> statement-breakpoint
CREATE INDEX "bank_statement_rows_amount_idx" ON "bank_statement_rows" USING btree ("amount_paisa","date");--> statement-breakpoint
CREATE INDEX "bank_statement_rows_payment_idx" ON "bank_statement_rows" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "bank_statement_rows_unused_idx" ON "bank_statement_rows" USING btree ("date") WHERE "bank_statement_rows"."payment_id" is null and "bank_statement_rows"."settled_as" is null;