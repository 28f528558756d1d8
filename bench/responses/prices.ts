import type { ClientBase, Pool } from 'pg';

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
