-- Announced by the State Bank. A bank holiday on a weekend moves to the Monday after it, as in 2018, 2022 and 2023; one on a day on which
-- banks are closed anyway moves too, as the first of Ramazan on Pakistan Day 2023. Days that an administrator has entered stay as they are.
INSERT INTO "bank_holidays" ("date", "name", "is_tentative", "notice") VALUES
	('2023-01-02', 'Bank holiday', false, 'State Bank, 30 Dec 2022'),
	('2023-03-24', 'Zakat deduction, bank holiday', false, 'State Bank, 21 Mar 2023'),
	('2023-07-03', 'Bank holiday', false, 'State Bank, 26 Jun 2023'),
	('2024-01-01', 'Bank holiday', false, 'State Bank, 29 Dec 2023'),
	('2024-03-12', 'First of Ramazan, bank holiday', false, 'State Bank, 8 Mar 2024'),
	('2024-07-01', 'Bank holiday', false, 'State Bank, 28 Jun 2024'),
	('2025-01-01', 'Bank holiday', false, 'State Bank, 27 Dec 2024'),
	('2025-03-03', 'Zakat deduction, bank holiday', false, 'State Bank'),
	('2025-07-01', 'Bank holiday', false, 'State Bank, 27 Jun 2025')
	ON CONFLICT DO NOTHING;--> statement-breakpoint
-- Expected. The first of Ramazan follows the evening on which the moon is at least 19 hours old at sunset in Karachi: 28 Jan 2028, 16 Jan
-- 2029, 6 Jan 2030 (a Sunday) and 26 Dec 2030. On 16 Jan 2029 and 26 Dec 2030 it is close, and a day later is as likely.
INSERT INTO "bank_holidays" ("date", "name", "is_tentative", "notice") VALUES
	('2028-01-03', 'Bank holiday', true, NULL),
	('2028-01-28', 'First of Ramazan, bank holiday', true, NULL),
	('2028-07-03', 'Bank holiday', true, NULL),
	('2029-01-16', 'First of Ramazan, bank holiday', true, NULL),
	('2029-07-02', 'Bank holiday', true, NULL),
	('2030-01-07', 'Zakat deduction, bank holiday', true, NULL),
	('2030-12-26', 'First of Ramazan, bank holiday', true, NULL)
	ON CONFLICT DO NOTHING;
