import type { TradingSession } from '#contract/market/schedules.ts';
import type { Schedules } from '#server/domains/market/calendar/sessions.ts';

/** A session without a pre-open. */
export const session = (opens: string, closes: string): TradingSession => ({ pre_open: null, opens, closes });

/** The hours that the exchange has published, as the migrations store them. */
export const PUBLISHED_SCHEDULES: Schedules = [
  {
    valid_from: '2000-01-01',
    valid_to: null,
    monday_to_thursday: [{ pre_open: '09:15', opens: '09:32', closes: '15:30' }],
    friday: [
      { pre_open: '09:00', opens: '09:17', closes: '12:00' },
      { pre_open: '14:15', opens: '14:32', closes: '16:30' },
    ],
  },
  createRamazan('2026-02-19', '2026-03-20'),
  createRamazan('2027-02-09', '2027-03-10'),
];

function createRamazan(valid_from: string, valid_to: string): Schedules[number] {
  return {
    valid_from,
    valid_to,
    monday_to_thursday: [session('09:17', '14:00')],
    friday: [session('09:17', '13:00')],
  };
}
