import type { ClientBase, Pool } from 'pg';

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
