CREATE TABLE "trading_schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"valid_from" date NOT NULL,
	"valid_to" date,
	"monday_to_thursday" jsonb NOT NULL,
	"friday" jsonb NOT NULL,
	CONSTRAINT "trading_schedules_ends_after_start" CHECK ("trading_schedules"."valid_to" >= "trading_schedules"."valid_from")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "trading_schedules_dates" ON "trading_schedules" USING btree ("valid_from",coalesce("valid_to", 'infinity'));--> statement-breakpoint
-- The hours that signals have expired by until now. Those of Ramazan are from the notice for Ramazan 1445, and the dates of
-- Ramazan 1448 depend on the sighting of the moon: administrators change both when the exchange announces them.
INSERT INTO "trading_schedules" ("id", "name", "valid_from", "valid_to", "monday_to_thursday", "friday") VALUES
	(gen_random_uuid(), 'Regular hours', '2000-01-01', NULL,
		'[{"pre_open": "09:15", "opens": "09:32", "closes": "15:30"}]',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "12:00"}, {"pre_open": "14:15", "opens": "14:32", "closes": "16:30"}]'),
	(gen_random_uuid(), 'Ramazan 2026', '2026-02-19', '2026-03-20',
		'[{"pre_open": null, "opens": "09:17", "closes": "14:00"}]',
		'[{"pre_open": null, "opens": "09:17", "closes": "13:00"}]'),
	(gen_random_uuid(), 'Ramazan 2027', '2027-02-09', '2027-03-10',
		'[{"pre_open": null, "opens": "09:17", "closes": "14:00"}]',
		'[{"pre_open": null, "opens": "09:17", "closes": "13:00"}]');
