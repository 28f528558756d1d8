import { listPsxSignals, listSignalChoices } from '#contract/signals/endpoints.ts';
import { countPremiumSignals } from '#contract/signals/premium-endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Dependencies, RouteDependencies } from '#server/dependencies.ts';
import { cacheCompanies, cacheTradingCalendar, getSessionEnd } from '#server/domains/market/market.ts';
import { cacheLastCloses } from '#server/domains/prices/prices.ts';
import type { Caller } from '#server/http/caller.ts';
import type { CallerGroup } from '#server/http/endpoints/shared-endpoint.ts';
import type { HandleByGroup } from '#server/http/endpoints.ts';
import { signInRequired } from '#server/http/errors/errors.ts';
import { adminAnalystsRoutes } from './analysts/analysts.admin.routes.ts';
import { adminDraftsRoutes } from './drafts/drafts.admin.routes.ts';
import { getTermEnds } from './expiry.ts';
import { listChoices, listSignals, type ProgressReader } from './list-signals.ts';
import {
  getSignalAccess,
  getSignalTopic,
  getStateTopic,
  readCustomerAccess,
  type SignalAccess,
} from './signal-access.ts';
import { adminSignalsRoutes, type TrackRecord } from './signals.admin.routes.ts';
import { countActiveSignals } from './signals.queries.ts';
import { readLastEventId } from './stream/signal-events.queries.ts';
import { type StreamUsage, signalStreamRoutes } from './stream/stream.routes.ts';

/** The callers that see the same signals of a type. */
interface Readers extends CallerGroup {
  access: Exclude<SignalAccess, { kind: 'sign_in_required' }>;
}

export function registerSignals(dependencies: RouteDependencies, progress: TrackRecord): StreamUsage {
  const { api, handle, handleByGroup, access } = dependencies;
  const getCalendar = cacheTradingCalendar(dependencies.database);
  signalListRoutes(handleByGroup, dependencies, progress);
  handle(countPremiumSignals, async () => {
    const termEnds = getTermEnds(await getCalendar(), dependencies.clock.now());
    return countActiveSignals(dependencies.database.db, termEnds, progress);
  });
  adminSignalsRoutes(handle, dependencies, progress);
  adminDraftsRoutes(handle, dependencies, progress.voidSignal);
  adminAnalystsRoutes(handle, dependencies);
  return signalStreamRoutes(api, dependencies, { access, progress });
}

function signalListRoutes(
  handleByGroup: HandleByGroup,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
  progress: ProgressReader,
): void {
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
        calendar,
        companies: await getCompanies(),
        getLastCloses,
        progress,
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
        select: progress,
      });
    },
  );
}
