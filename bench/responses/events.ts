import type { ClientBase, Pool } from 'pg';
import { readConfig } from '#core/server/config/config.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { openDatabase } from '#core/server/startup/database/open-database.ts';
import { refreshFacts } from '#features/market/server/prices/facts/refresh-facts.ts';

/** Inserts board meetings and book closures, `total` of each, of 400 companies over several years. */
export async function addEvents(db: Pool | ClientBase, total: number): Promise<void> {
  await db.query(
    `insert into board_meetings (event_key, symbol, company_name, subject, meeting_date, meeting_time, place, updated_at)
     select 'bench:' || n, 'S' || n % 400, 'Company ' || n % 400 || ' Limited', 'Quarterly accounts for the period',
       date '2026-12-31' - (n % 1500), time '10:00' + (n % 16) * interval '30 minutes', 'Karachi', now()
     from generate_series(1, $1::int) as n`,
    [total],
  );
  await db.query(
    `insert into book_closures (event_key, symbol, company_name, face_value, payout, bc_from, bc_to, updated_at)
     select 'bench:' || n, 'S' || n % 400, 'Company ' || n % 400 || ' Limited', 10, (5 * (n % 40 + 1)) || '%(F) (D)',
       date '2026-12-31' - (n % 1500), date '2026-12-31' - (n % 1500) + 7, now()
     from generate_series(1, $1::int) as n`,
    [total],
  );
  await db.query('analyze board_meetings, book_closures');
}

/** Inserts end-of-day prices of the last `days` weekdays for each symbol. */
export async function addPrices(
  db: Pool | ClientBase,
  symbols: readonly string[],
  days: number,
): Promise<void> {
  await db.query(
    `insert into price_bars (symbol, date, open, high, low, close, previous_close, volume)
     select symbol, day::date, close - 150, close + 400, close - 300, close, close - 40, 90000 + n
     from unnest($1::text[]) with ordinality as companies (symbol, n)
     cross join generate_series(now() - make_interval(days => $2::int * 7 / 5), now() - interval '1 day', interval '1 day') as day
     cross join lateral (select 20000 + (n * 37 + extract(doy from day)::int * 13) % 4000 as close) as prices
     where extract(isodow from day) < 6
     on conflict do nothing`,
    [symbols, days],
  );
  await db.query('analyze price_bars');
}

/** Calculates the figures of symbols from their prices, as their import does. */
export async function addFacts(settings: Record<string, string>, symbols: readonly string[]): Promise<void> {
  const { database, close } = await openDatabase(readConfig(settings), createLogger('silent'));
  await database.transaction((tx) => refreshFacts(tx, symbols));
  await close();
}
