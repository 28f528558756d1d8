import { sql } from 'drizzle-orm';
import { type Clock, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { conflict } from '#core/server/platform/http-error.ts';

/** A server whose clock differs by more does not write to the public record, whose times visitors verify. */
export const MAX_RECORD_OFFSET_SECONDS = MINUTE / SECOND;

export const DATABASE_TIME = 'select extract(epoch from clock_timestamp())::float8 as seconds';

/** Returns the seconds that a clock is ahead of that of the database, which `readSeconds` reads. */
export async function measureOffset(
  getTime: () => number,
  readSeconds: () => Promise<number>,
): Promise<number> {
  const before = getTime();
  const seconds = await readSeconds();
  return (before + getTime()) / 2 / SECOND - seconds;
}

/** Returns the seconds that the clock of this server is ahead, or `null` if it may write to the public record. */
async function findWrongOffset(db: Queryable, clock: Clock): Promise<number | null> {
  if (clock.isInjected) return null;
  const readSeconds = async () =>
    Number((await db.execute<{ seconds: number }>(sql.raw(DATABASE_TIME))).rows[0]?.seconds);
  const offset = await measureOffset(() => clock.now().getTime(), readSeconds);
  return Math.abs(offset) > MAX_RECORD_OFFSET_SECONDS ? offset : null;
}

/** Returns whether the clock agrees with that of the database, so that the times of entries are true. */
export const agreesWithDatabase = async (db: Queryable, clock: Clock): Promise<boolean> =>
  (await findWrongOffset(db, clock)) === null;

const FORM_ADVICE =
  'Nothing was saved, and your entries are still here: ask your operator to synchronize the clocks (see System), then send them again.';

/** Throws an error for the administrator, with what to do, if the clock does not agree with that of the database. */
export async function requireAgreement(db: Queryable, clock: Clock, advice = FORM_ADVICE): Promise<void> {
  const offset = await findWrongOffset(db, clock);
  if (offset === null) return;
  throw conflict(
    'clock_differs',
    `The clock of this server is ${formatDuration(Math.abs(offset))} ${offset > 0 ? 'ahead of' : 'behind'} that of the database, so the public record would have a wrong time. ${advice}`,
  );
}

/** Formats a difference of clocks: "45 seconds", "20 minutes", "2.5 hours". */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 6) / 10} hours`;
}
