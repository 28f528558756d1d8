import type { Caller } from '#core/server/http/caller.ts';
import type { CallerGroup } from '#core/server/http/endpoints/shared-endpoint.ts';
import { signInRequired } from '#core/server/http/errors/errors.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { confirmAdministrator } from '#features/accounts/server/admin/admin.ts';
import { exportRecordBundle } from '#features/ledger/contract/bundle.ts';
import { cacheCompanies, cacheTradingCalendar, getSessionEnd } from '#features/market/server/market.ts';
import { cacheLastCloses } from '#features/market/server/prices/prices.ts';
import { listPsxSignals, listSignalChoices } from '#features/signals/contract/endpoints.ts';
import { countPremiumSignals } from '#features/signals/contract/premium-endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { adminAnalystsRoutes } from './analysts/analysts.admin.routes.ts';
import { adminDraftsRoutes } from './drafts/drafts.admin.routes.ts';
import { getTermEnds } from './expiry.ts';
import { listChoices, listSignals } from './list-signals.ts';
import { countActiveSignals } from './public-signals.queries.ts';
import {
  getSignalAccess,
  getSignalTopic,
  getStateTopic,
  readCustomerAccess,
  type SignalAccess,
} from './signal-access.ts';
import { adminSignalsRoutes } from './signals.admin.routes.ts';
import { readLastEventId } from './stream/signal-events.queries.ts';
import { type StreamUsage, signalStreamRoutes } from './stream/stream.routes.ts';
import { adminAdjustmentRoutes } from './track-record/adjustments/adjustments.admin.routes.ts';
import { createBundle } from './track-record/bundle/write-bundle.ts';
import { adminDecisionRoutes } from './track-record/decisions/decisions.admin.routes.ts';
import { signalDetailsRoutes } from './track-record/details/details.routes.ts';
import { performanceRoutes } from './track-record/performance/performance.routes.ts';

/** The callers that see the same signals of a type. */
interface Readers extends CallerGroup {
  access: Exclude<SignalAccess, { kind: 'sign_in_required' }>;
}

/** Registers the signals, their live streams and their results. */
export function registerSignals(dependencies: RouteDependencies): StreamUsage {
  signalListRoutes(dependencies);
  adminSignalsRoutes(dependencies);
  adminDraftsRoutes(dependencies);
  adminAnalystsRoutes(dependencies);
  adminAdjustmentRoutes(dependencies);
  signalDetailsRoutes(dependencies);
  adminDecisionRoutes(dependencies);
  performanceRoutes(dependencies);
  adminBundleRoutes(dependencies);
  return signalStreamRoutes(dependencies);
}

function signalListRoutes({ handle, handleByGroup, config, database, clock }: RouteDependencies): void {
  const getCalendar = cacheTradingCalendar(database);
  const getCompanies = cacheCompanies(database);
  const getLastCloses = cacheLastCloses(database);

  /** Returns the group of a caller who is signed in or needs no account. Throws `signInRequired` for others. */
  const authorize = async (caller: Caller, signalType: SignalType): Promise<Readers> => {
    const customer = await readCustomerAccess(database.db, caller, clock.now());
    const access = getSignalAccess(caller, signalType, customer);
    if (access.kind === 'sign_in_required') throw signInRequired();
    if (access.kind !== 'granted') return { name: access.kind, topics: [], access };
    // Expiry depends on the exchange's calendar.
    const topics = [getSignalTopic(signalType), getStateTopic(signalType), 'market', 'prices'] as const;
    return { name: access.hasSubscription ? 'subscribers' : 'visitors', topics, access };
  };

  handle(countPremiumSignals, async () =>
    countActiveSignals(database.db, getTermEnds(await getCalendar(), clock.now())),
  );

  handleByGroup(
    listPsxSignals,
    ({ query, caller }) => authorize(caller, query.signal_type),
    async ({ query, changesAt }, { access }) => {
      if (access.kind !== 'granted') {
        const needsAcceptance = access.kind === 'risk_statement_required';
        return {
          count: 0,
          results: [],
          has_subscription: needsAcceptance,
          risk_statement_required: needsAcceptance,
          states_change_at: null,
          last_event_id: null,
        };
      }
      const lastEventId = await readLastEventId(database.db, [query.signal_type]);
      const now = clock.now();
      const calendar = await getCalendar();
      // Active signals expire, or their price becomes old.
      const statesChangeAt = getSessionEnd(now, calendar);
      changesAt(statesChangeAt);
      const results = await listSignals(database.db, query, {
        analyst: config.analyst,
        costUnits: config.costUnits,
        calendar,
        companies: await getCompanies(),
        getLastCloses,
        now,
        changesAt,
      });
      const { hasSubscription } = access;
      return {
        count: results.length,
        results,
        has_subscription: hasSubscription,
        risk_statement_required: false,
        states_change_at: statesChangeAt.toISOString(),
        last_event_id: lastEventId,
      };
    },
  );

  handleByGroup(
    listSignalChoices,
    ({ query, caller }) => authorize(caller, query.signal_type),
    async ({ query: { signal_type } }, { access }) => {
      if (access.kind !== 'granted') return { sectors: [], symbols: [] };
      return listChoices(database.db, signal_type, {
        calendar: await getCalendar(),
        companies: await getCompanies(),
        now: clock.now(),
      });
    },
  );
}

function adminBundleRoutes(dependencies: RouteDependencies): void {
  const { handle, database, clock } = dependencies;
  handle(exportRecordBundle, async ({ caller, body, events }) => {
    await confirmAdministrator(dependencies, caller, { password: body.password, events });
    const period = { from: body.from_date, until: body.to_date };
    const details = { label: `${period.from} to ${period.until}` };
    await events.record(database.db, { kind: 'record_bundle_exported', details });
    return createBundle(database.db, period, clock.now());
  });
}
