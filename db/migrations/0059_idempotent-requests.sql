CREATE TABLE "idempotent_requests" (
	"administrator_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"response" json,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotent_requests_administrator_id_key_pk" PRIMARY KEY("administrator_id","key")
);
--> statement-breakpoint
CREATE INDEX "idempotent_requests_time_idx" ON "idempotent_requests" USING btree ("created_at");