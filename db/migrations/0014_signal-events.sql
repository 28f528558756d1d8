CREATE TABLE "signal_event_positions" (
	"signal_type" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signal_events" (
	"signal_type" text NOT NULL,
	"position" bigint NOT NULL,
	"kind" text NOT NULL,
	"signal_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "signal_events_signal_type_position_pk" PRIMARY KEY("signal_type","position")
);
--> statement-breakpoint
CREATE INDEX "signal_events_recorded_at_idx" ON "signal_events" USING btree ("recorded_at");