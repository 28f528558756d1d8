import { type Check, formatTime, ok } from '#core/server/platform/checks/checks.ts';
import { type Clock, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import { findEnd } from './ledger.queries.ts';
import { getSigningTime } from './sign-head.ts';

/** The head is signed at the next of the jobs that run every ten minutes. */
const LATE_MS = 30 * MINUTE;

/** Warns if this site does not sign its public record, and fails if it does and the newest head is too old. */
export const createRecordCheck = (db: Queryable, clock: Clock, isSigned: boolean): Check => ({
  id: 'record',
  title: 'The public record is signed',
  scope: 'shared',
  usesClock: isSigned,
  setup: {
    group: 'Site',
    purpose: 'The daily signature proves to visitors that no signal was changed or removed later.',
    settings: ['LEDGER_SIGNING_KEY'],
  },
  async run() {
    if (!isSigned) {
      return {
        state: 'warning',
        cause: 'The public record of signals is not signed: LEDGER_SIGNING_KEY is not set.',
        action: 'Set LEDGER_SIGNING_KEY, see docs/operations/record.md.',
      };
    }
    const now = clock.now();
    const dueAt = getSigningTime(now, await readTradingCalendar(db));
    const { head } = await findEnd(db);
    const last = head === null ? 'It was never signed' : `It was last signed on ${formatTime(head.signedAt)}`;
    if ((head && head.signedAt >= dueAt) || now.getTime() - dueAt.getTime() < LATE_MS) return ok(`${last}.`);
    return {
      state: 'failing',
      cause: `${last}, and was to be signed on ${formatTime(dueAt)}.`,
      action: 'Search the log for “background job failed” with the queue sign-ledger-head.',
    };
  },
});
