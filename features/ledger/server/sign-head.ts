import { toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, type Clock, MINUTE } from '#core/server/platform/clock.ts';
import { agreesWithDatabase } from '#core/server/platform/database/clock-offset.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import {
  getLastSessionEnd,
  getSessionTime,
  isTradingDay,
  readTradingCalendar,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { announceKey, type SigningKey, signEnd } from './append-entries.ts';
import { findEnd, lockChain } from './ledger.queries.ts';

const signHeadQueue = defineQueue('sign-ledger-head', { timeLimitMs: 5 * MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** Before the pre-open session. */
const BEFORE_OPEN_MS = 30 * MINUTE;

interface SigningDependencies {
  database: Database;
  clock: Clock;
  signingKey: SigningKey;
}

/**
 * Signs the head of the chain before the market opens and after it closes, or as soon as a server runs again: who has these heads can
 * tell what was published before the open.
 */
export function scheduleSigning(jobs: Jobs, dependencies: SigningDependencies): void {
  jobs.handleSchedule(signHeadQueue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, () =>
    signHeadIfDue(dependencies),
  );
}

/**
 * Signs the head if none has been signed since the last signing time. Announces a new key in the chain before. A server with a wrong clock
 * leaves it to others: no entry could be dated before the head.
 */
export async function signHeadIfDue({ database, clock, signingKey }: SigningDependencies): Promise<void> {
  const now = clock.now();
  const dueAt = getSigningTime(now, await readTradingCalendar(database.db));
  const isDue = ({ head }: Awaited<ReturnType<typeof findEnd>>) => !head || head.signedAt < dueAt;
  if (!isDue(await findEnd(database.db)) || !(await agreesWithDatabase(database.db, clock))) return;
  await database.transaction(async (tx, announce) => {
    await lockChain(tx);
    const end = await findEnd(tx);
    // Another server may have signed since.
    if (!isDue(end)) return;
    const announced = await announceKey(tx, end, { publicKey: signingKey.publicKey, now });
    await signEnd(tx, announced, { signingKey, now });
    announce('ledger');
  });
}

/** Returns the last time before `now` at which the head was to be signed. */
export function getSigningTime(now: Date, calendar: TradingCalendar): Date {
  const closed = getLastSessionEnd(now, calendar);
  const today = toKarachiDate(now);
  const open = isTradingDay(today, calendar.holidays) ? getSessionTime(today, 0, calendar) : null;
  const beforeOpen = open && addMilliseconds(open, -BEFORE_OPEN_MS);
  return beforeOpen && closed < beforeOpen && beforeOpen <= now ? beforeOpen : closed;
}
