import type { TradingSession } from '#features/market/contract/schedules.ts';
import type { Schedules } from '#features/market/server/calendar/sessions.ts';

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
  createRamazan('2021-04-14', '2021-04-28', ['10:17', '14:00', '13:00']),
  createRamazan('2021-04-29', '2021-05-16', ['09:17', '12:30', '11:30']),
  createRamazan('2022-04-03', '2022-04-17', ['10:17', '14:00', '13:00']),
  createRamazan('2022-04-18', '2022-05-02'),
  createRamazan('2023-03-23', '2023-04-21'),
  createRamazan('2024-03-12', '2024-04-09'),
  createRamazan('2025-03-02', '2025-03-30'),
  createRamazan('2026-02-19', '2026-03-20'),
  createRamazan('2027-02-09', '2027-03-10'),
];

function createRamazan(
  valid_from: string,
  valid_to: string,
  [opens, closes, fridayCloses] = ['09:17', '13:30', '12:30'],
): Schedules[number] {
  const pre_open = `${opens?.slice(0, 2)}:00`;
  return {
    valid_from,
    valid_to,
    monday_to_thursday: [{ pre_open, opens: opens ?? '', closes: closes ?? '' }],
    friday: [{ pre_open, opens: opens ?? '', closes: fridayCloses ?? '' }],
  };
}
