-- Settles the tentative holidays of 2026 that an announcement of the exchange settles. Days that an administrator has
-- edited stay as they are.
--
-- Ashura: the holiday calendar of January (PSX/N-89, 20 January 2026) had 24 and 25 June, subject to the moon. The notice
-- of 23 June closed the exchange on 25 and 26 June, so that 24 June was a trading day.
DELETE FROM "market_holidays" WHERE "date" = '2026-06-24' AND "name" = 'Ashura' AND "is_tentative";--> statement-breakpoint
UPDATE "market_holidays" SET "is_tentative" = false
  WHERE "date" IN ('2026-06-25', '2026-06-26') AND "name" = 'Ashura' AND "is_tentative";--> statement-breakpoint
-- 28 May: Youm-e-Takbeer, which the calendar has without regard to the moon.
--
-- 26, 27 and 29 May stay tentative: no notice after the sighting of the moon is available. A filing on 29 May proves only
-- that the exchange's announcement system accepted it, not that shares were traded.
UPDATE "market_holidays" SET "name" = 'Youm-e-Takbeer, Eid-ul-Azha', "is_tentative" = false
  WHERE "date" = '2026-05-28' AND "name" = 'Eid-ul-Azha' AND "is_tentative";
