CREATE TABLE "bank_holidays" (
	"date" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_tentative" boolean DEFAULT false NOT NULL,
	"notice" text
);
--> statement-breakpoint
CREATE TABLE "settlement_dates" (
	"trade_date" date PRIMARY KEY NOT NULL,
	"settlement_date" date NOT NULL,
	"notice" text NOT NULL,
	CONSTRAINT "settlement_dates_later" CHECK ("settlement_dates"."settlement_date" > "settlement_dates"."trade_date")
);
--> statement-breakpoint
ALTER TABLE "market_holidays" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "trading_schedules" ADD COLUMN "is_tentative" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Days on which banks are closed and the exchange trades. Those after 2026 are
-- expected until the State Bank announces them. In 2028 1 January and 1 July are on weekends.
INSERT INTO "bank_holidays" ("date", "name", "is_tentative", "notice") VALUES
	('2021-07-01', 'Bank holiday', false, NULL),
	('2022-01-03', 'Bank holiday', false, NULL),
	('2026-01-01', 'Bank holiday', false, NULL),
	('2026-02-19', 'First of Ramazan, bank holiday', false, 'Clearing company, 17 Feb 2026'),
	('2026-07-01', 'Bank holiday', false, NULL),
	('2027-01-01', 'Bank holiday', true, NULL),
	('2027-02-09', 'First of Ramazan, bank holiday', true, NULL),
	('2027-07-01', 'Bank holiday', true, NULL),
	('2029-01-01', 'Bank holiday', true, NULL),
	('2030-01-01', 'Bank holiday', true, NULL),
	('2030-07-01', 'Bank holiday', true, NULL);--> statement-breakpoint
INSERT INTO "settlement_dates" ("trade_date", "settlement_date", "notice") VALUES
	('2026-02-18', '2026-02-20', 'Clearing company, 17 Feb 2026'),
	('2026-02-19', '2026-02-23', 'Clearing company, 17 Feb 2026'),
	('2026-02-20', '2026-02-23', 'Clearing company, 17 Feb 2026');--> statement-breakpoint
UPDATE "market_holidays" SET "notice" = 'PSX/N-89, 20 Jan 2026'
	WHERE "date" IN ('2026-02-05', '2026-03-20', '2026-03-23', '2026-05-01', '2026-08-14', '2026-08-25', '2026-11-09', '2026-12-25')
	AND NOT "is_tentative";--> statement-breakpoint
-- The exchange has not published the holidays of 2027. Those of the lunar calendar are calculated. Days that an administrator has
-- entered stay as they are.
INSERT INTO "market_holidays" ("date", "name", "is_tentative") VALUES
	('2027-02-05', 'Kashmir Day', true),
	('2027-03-10', 'Eid-ul-Fitr', true),
	('2027-03-11', 'Eid-ul-Fitr', true),
	('2027-03-12', 'Eid-ul-Fitr', true),
	('2027-03-23', 'Pakistan Day', true),
	('2027-05-17', 'Eid-ul-Azha', true),
	('2027-05-18', 'Eid-ul-Azha', true),
	('2027-05-19', 'Eid-ul-Azha', true),
	('2027-05-28', 'Youm-e-Takbeer', true),
	('2027-06-15', 'Ashura', true),
	('2027-06-16', 'Ashura', true),
	('2027-11-09', 'Iqbal Day', true)
	ON CONFLICT DO NOTHING;--> statement-breakpoint
-- 14:00 and 13:00 are the start of the post-close session; shares are traded until half an hour before.
UPDATE "trading_schedules" SET
	"monday_to_thursday" = '[{"pre_open": "09:00", "opens": "09:17", "closes": "13:30"}]',
	"friday" = '[{"pre_open": "09:00", "opens": "09:17", "closes": "12:30"}]'
	WHERE "name" IN ('Ramazan 2026', 'Ramazan 2027')
	AND "monday_to_thursday" = '[{"pre_open": null, "opens": "09:17", "closes": "14:00"}]'
	AND "friday" = '[{"pre_open": null, "opens": "09:17", "closes": "13:00"}]';--> statement-breakpoint
UPDATE "trading_schedules" SET "is_tentative" = true WHERE "name" = 'Ramazan 2027' AND "valid_from" = '2027-02-09';--> statement-breakpoint
-- Imported prices reach back to these years. In 2021 and 2022 the hours changed in mid-Ramazan. Those of early Ramazan 2022 and of
-- 2025 are assumed to be those of the year before.
INSERT INTO "trading_schedules" ("id", "name", "valid_from", "valid_to", "monday_to_thursday", "friday", "is_tentative") VALUES
	(gen_random_uuid(), 'Ramazan 2021', '2021-04-14', '2021-04-28',
		'[{"pre_open": "10:00", "opens": "10:17", "closes": "14:00"}]',
		'[{"pre_open": "10:00", "opens": "10:17", "closes": "13:00"}]', false),
	(gen_random_uuid(), 'Ramazan 2021, revised', '2021-04-29', '2021-05-16',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "12:30"}]',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "11:30"}]', false),
	(gen_random_uuid(), 'Ramazan 2022', '2022-04-03', '2022-04-17',
		'[{"pre_open": "10:00", "opens": "10:17", "closes": "14:00"}]',
		'[{"pre_open": "10:00", "opens": "10:17", "closes": "13:00"}]', true),
	(gen_random_uuid(), 'Ramazan 2022, revised', '2022-04-18', '2022-05-02',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "13:30"}]',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "12:30"}]', false),
	(gen_random_uuid(), 'Ramazan 2023', '2023-03-23', '2023-04-21',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "13:30"}]',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "12:30"}]', false),
	(gen_random_uuid(), 'Ramazan 2024', '2024-03-12', '2024-04-09',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "13:30"}]',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "12:30"}]', false),
	(gen_random_uuid(), 'Ramazan 2025', '2025-03-02', '2025-03-30',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "13:30"}]',
		'[{"pre_open": "09:00", "opens": "09:17", "closes": "12:30"}]', true)
	ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The triggers have recorded the changes, so that signals are evaluated again. Without signals there is nothing to evaluate.
DELETE FROM "evaluation_changes" WHERE NOT EXISTS (SELECT FROM "signals");
