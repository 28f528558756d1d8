import { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasPremium } from '#server/domains/billing/billing.ts';
import { cacheHolidays } from '#server/domains/market/market.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { signInRequired } from '#server/http/errors/errors.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import { getExpiredBefore } from './expiry.ts';
import { readLevelHistories } from './level-history.ts';
import { presentSignal } from './present-signal.ts';
import { getSignalAccess } from './signal-access.ts';
import { listPublicSignals } from './signals.queries.ts';

/** How long a closed or expired signal is listed. */
const ENDED_VISIBLE_MS = 30 * DAY;
const LIST_LIMIT = 200;

export function signalsRoutes(
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
): void {
  const getHolidays = cacheHolidays(database);

  handle(listPsxSignals, async ({ query, caller }) => {
    const isSubscribed =
      caller.kind === 'customer' && (await hasPremium(database.db, caller.userId, clock.now()));
    const access = getSignalAccess(caller, query.signal_type, isSubscribed);
    if (access.kind === 'sign_in_required') throw signInRequired();
    if (access.kind === 'subscription_required') return { count: 0, results: [], has_subscription: false };

    const now = clock.now();
    const holidays = await getHolidays();
    const closedAfter = addMilliseconds(now, -ENDED_VISIBLE_MS);
    const period = {
      closedAfter,
      expiredBefore: getExpiredBefore(now, holidays),
      expiryVisibleFrom: getExpiredBefore(closedAfter, holidays),
    };
    const rows = await listPublicSignals(database.db, query.signal_type, period, LIST_LIMIT);
    const context = { getHistory: await readLevelHistories(database.db, rows), holidays, now };
    return {
      count: rows.length,
      results: rows.map((row) => presentSignal(row, config.analyst, context)),
      has_subscription: access.hasSubscription,
    };
  });
}
