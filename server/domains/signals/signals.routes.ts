import { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasPremium } from '#server/domains/billing/billing.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { signInRequired } from '#server/http/errors/errors.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import { getSignalAccess } from './signal-access.ts';
import { presentSignal } from './present-signal.ts';
import { listPublicSignals } from './signals.queries.ts';

const CLOSED_VISIBLE_MS = 30 * DAY;
const LIST_LIMIT = 200;

export function signalsRoutes(
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
): void {
  handle(listPsxSignals, async ({ query, caller }) => {
    const isSubscribed =
      caller.kind === 'customer' && (await hasPremium(database.db, caller.userId, clock.now()));
    const access = getSignalAccess(caller, query.signal_type, isSubscribed);
    if (access.kind === 'sign_in_required') throw signInRequired();
    if (access.kind === 'subscription_required') return { count: 0, results: [], has_subscription: false };

    const closedAfter = addMilliseconds(clock.now(), -CLOSED_VISIBLE_MS);
    const rows = await listPublicSignals(database.db, query.signal_type, {
      closedAfter,
      limit: LIST_LIMIT,
    });
    return {
      count: rows.length,
      results: rows.map((row) => presentSignal(row, config.analyst)),
      has_subscription: access.hasSubscription,
    };
  });
}
