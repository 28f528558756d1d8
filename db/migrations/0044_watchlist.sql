CREATE TABLE "entered_signals" (
	"user_id" uuid NOT NULL,
	"signal_id" uuid NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entered_signals_user_id_signal_id_pk" PRIMARY KEY("user_id","signal_id")
);
--> statement-breakpoint
CREATE TABLE "watchlist_items" (
	"user_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "watchlist_items_user_id_symbol_pk" PRIMARY KEY("user_id","symbol")
);
--> statement-breakpoint
CREATE INDEX "entered_signals_signal_idx" ON "entered_signals" USING btree ("signal_id","user_id");--> statement-breakpoint
CREATE INDEX "watchlist_items_symbol_idx" ON "watchlist_items" USING btree ("symbol","user_id");