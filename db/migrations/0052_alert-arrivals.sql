CREATE TABLE "alert_arrivals" (
	"date" date NOT NULL,
	"channel" text NOT NULL,
	"outcome" text NOT NULL,
	"up_to_ms" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "alert_arrivals_date_channel_outcome_up_to_ms_pk" PRIMARY KEY("date","channel","outcome","up_to_ms")
);
--> statement-breakpoint
ALTER TABLE "alert_deliveries" ADD COLUMN "is_deferred" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_inbox" ADD COLUMN "added_at" timestamp with time zone;