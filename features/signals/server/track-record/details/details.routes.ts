import { desc, eq, isNull } from 'drizzle-orm';
import { getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import type { Caller } from '#core/server/http/caller.ts';
import type { CallerGroup } from '#core/server/http/endpoints/shared-endpoint.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { Dependencies, RouteDependencies } from '#dependencies.ts';
import { listEntriesAfter, listReleasedEntries } from '#features/ledger/server/ledger.ts';
import { cacheTradingCalendar, getLastSessionEnd, getSessionEnd } from '#features/market/server/market.ts';
import {
  type ChangedSignal,
  getSignalDetails,
  listSignalChanges,
  type SignalChanges,
} from '#features/signals/contract/track-record/signal-details.ts';
import { createTimelineEvent, orderTimeline } from '#features/signals/server/changes/timeline-events.ts';
import { listVersionEvents } from '#features/signals/server/details/read-signal.ts';
import { listExpiredSignals } from '#features/signals/server/list-signal-histories.ts';
import { getSignalAccess, isFreeType, readCustomerAccess } from '#features/signals/server/signal-access.ts';
import { roundR } from '#features/signals/server/signal-state.ts';
import { listVersionsOf } from '#features/signals/server/signals.queries.ts';
import { signals } from '#features/signals/server/signals.tables.ts';
import {
  getDecisionReference,
  getLedgerSubject,
  getOutcomeReference,
  getVersionReference,
} from '#features/signals/server/track-record/ledger/to-entry.ts';
import {
  type DecisionRow,
  listDecisionsOf,
  listOutcomes,
  type OutcomeRow,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { createReleaseCheck } from '#features/signals/server/track-record/performance/release.ts';
import { readReleasedUntil } from '#features/signals/server/track-record/terms/terms.queries.ts';
import { signalResults } from '#features/signals/server/track-record/track-record.tables.ts';
import { listDecisionEvents, listEvaluationEvents } from './create-timeline.ts';
import { type Audience, createDetailsReader } from './read-details.ts';

interface Readers extends CallerGroup {
  audience: Audience;
  needsAcceptance: boolean;
}

/** The changes that public responses about a signal depend on. */
export const PUBLIC_TOPICS = ['signals', 'market', 'prices', 'track-record'] as const;
/** Public responses must not show when a premium signal changes, not even that they were rendered again. */
const PUBLIC: Readers = { name: 'public', audience: 'public', needsAcceptance: false, topics: PUBLIC_TOPICS };
/** Subscribers who have not accepted the risk statement see what is public. */
const NOT_ACCEPTED: Readers = { ...PUBLIC, name: 'not-accepted', needsAcceptance: true };
const ENTITLED: Readers = {
  name: 'entitled',
  audience: 'entitled',
  needsAcceptance: false,
  topics: [...PUBLIC_TOPICS, 'premium-signals', 'premium-states'],
};

export function signalDetailsRoutes(dependencies: RouteDependencies): void {
  const { handleByGroup, database, clock } = dependencies;
  const readDetails = createDetailsReader(dependencies);
  const readChanges = createChangesReader(dependencies);
  const authorize = async ({ caller }: { caller: Caller }) => {
    const customer = await readCustomerAccess(database.db, caller, clock.now());
    const access = getSignalAccess(caller, 'swing', customer);
    if (access.kind === 'granted') return ENTITLED;
    return access.kind === 'risk_statement_required' ? NOT_ACCEPTED : PUBLIC;
  };
  handleByGroup(getSignalDetails, authorize, async ({ params, changesAt }, { audience, needsAcceptance }) => {
    const read = await readDetails(params.id, audience);
    if (!read) throw notFound();
    changesAt(read.changesAt);
    const { details } = read;
    return { ...details, risk_statement_required: needsAcceptance && details.report === null };
  });

  handleByGroup(listSignalChanges, authorize, async ({ query, changesAt }, { audience }) => {
    const read = await readChanges(query.after, audience);
    changesAt(read.changesAt);
    return read.changes;
  });
}

/** Who was away for longer sees the newest changes: so many entries of the ledger at most, among so many of all signals. */
const MAX_CHANGES = 300;
const MAX_SCANNED = 5_000;

const SUBJECTS = getLedgerSubject('');

interface ReadChanges {
  changes: SignalChanges;
  /** When signals expire, which no entry records. */
  changesAt: Date;
}

type ChangesReader = (after: string | undefined, audience: Audience) => Promise<ReadChanges>;

/**
 * Returns a function that lists what happened to signals after a position: in the ledger, which has an entry for each signal change in
 * the order of their commits, and at the ends of sessions, when intraday signals expire. What became known late, such as a target that
 * imported prices show, is after the position, whatever its date. The public sees what is public in the ledger.
 */
function createChangesReader({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): ChangesReader {
  const getCalendar = cacheTradingCalendar(database);
  const { db } = database;
  return async (after, audience) => {
    const now = clock.now();
    const calendar = await getCalendar();
    const session = toKarachiDate(getLastSessionEnd(now, calendar));
    const position = parsePosition(after) ?? { sequence: MAX, session, release: MAX };
    const selection = { subjectPrefix: SUBJECTS, limit: MAX_CHANGES };
    const { last, lastRelease, entries } = await listEntriesAfter(db, {
      ...selection,
      after: position.sequence,
      isPublicOnly: audience === 'public',
      scanned: MAX_SCANNED,
    });
    const toChange = ({ subject, reference, at }: (typeof entries)[number]): Change => ({
      id: subject.slice(SUBJECTS.length),
      reference,
      at,
    });
    const changes: Change[] = entries.map(toChange);
    const { sequence: until, release: afterRelease } = position;
    if (audience === 'public' && afterRelease < lastRelease) {
      const released = await listReleasedEntries(db, { ...selection, until, afterRelease });
      changes.push(...released.map((entry) => ({ ...toChange(entry), isReleased: true })));
    }
    if (position.session < session) {
      const getEnd = (date: LocalDate) => getSessionEnd(getStartOfDate(date), calendar);
      const sessions = { after: getEnd(position.session), until: getEnd(session) };
      const expired = await listExpiredSignals(db, sessions, MAX_CHANGES);
      changes.push(...expired.map(({ id, createdAt }) => ({ id, at: getSessionEnd(createdAt, calendar) })));
    }
    // Each of the three has its newest ones, so that the newest of all are among them.
    const newest = changes
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, MAX_CHANGES);
    const news: SignalNews = new Map();
    for (const { id, at, reference, isReleased } of newest) {
      const own = getNews(news, id);
      if (reference === undefined) own.expiredAt = at;
      else own.references.add(reference);
      if (isReleased) own.isReleased = true;
    }
    return {
      changes: {
        position: `${last}.${session}.${lastRelease}`,
        is_complete: position.sequence >= last - MAX_SCANNED && newest.length < MAX_CHANGES,
        results: news.size === 0 ? [] : await readSignals(db, news, audience),
      },
      changesAt: getSessionEnd(now, calendar),
    };
  };
}

const MAX = Number.MAX_SAFE_INTEGER;

function parsePosition(position: string | undefined) {
  const [sequence, session, release = MAX] = position?.split('.') ?? [];
  return sequence && session ? { sequence: Number(sequence), session, release: Number(release) } : null;
}

/** A change of the signal with the ID: a new or released entry of the ledger, or else its expiry. */
interface Change {
  id: string;
  at: Date;
  reference?: string;
  isReleased?: boolean;
}

/** The references of the entries of each signal, and when it expired, by the ID of the signal. The newest change is first. */
type SignalNews = Map<string, { references: Set<string>; expiredAt: Date | null; isReleased: boolean }>;

function getNews(news: SignalNews, id: string) {
  const own = news.get(id) ?? { references: new Set(), expiredAt: null, isReleased: false };
  news.set(id, own);
  return own;
}

async function readSignals(db: Queryable, news: SignalNews, audience: Audience): Promise<ChangedSignal[]> {
  const ids = [...news.keys()];
  const keys = [...news].flatMap(([signalId, { references }]) =>
    listComparedOutcomes(signalId, references).map((sequence) => ({ signalId, sequence })),
  );
  const groupById = <T extends { signalId: string }>(rows: T[]) => Map.groupBy(rows, (row) => row.signalId);
  const versionsOf = groupById(await listVersionsOf(db, ids));
  const outcomesOf = groupById(await listOutcomes(db, keys));
  const decisionsOf = groupById(await listDecisionsOf(db, ids));
  return [...news].flatMap(([id, { references, expiredAt, isReleased }]): ChangedSignal[] => {
    const versions = versionsOf.get(id) ?? [];
    const [outcome, before = null] = outcomesOf.get(id) ?? [];
    const decisions = decisionsOf.get(id) ?? [];
    const events = [
      // A released signal was published long ago, so only its result is news.
      ...versions.flatMap((version, index) =>
        !isReleased && references.has(getVersionReference(version))
          ? listVersionEvents(version, versions[index - 1])
          : [],
      ),
      ...(outcome ? listEvaluationEvents(outcome, before) : []),
      ...decisions.filter((row) => references.has(getDecisionReference(row))).flatMap(listDecisionEvents),
      // Prices may have shown since how it ended.
      ...(expiredAt && !outcome?.endedOn ? [createTimelineEvent({ kind: 'expired', at: expiredAt })] : []),
    ];
    const signal = versions.at(-1)?.signal;
    if (!signal || events.length === 0) return [];
    const { symbol, signal_type, order_type } = signal;
    const decision = decisions.at(-1);
    // The public may not know yet that an administrator has decided.
    const isSealed =
      decision !== undefined &&
      audience === 'public' &&
      !isFreeType(signal_type) &&
      !references.has(getDecisionReference(decision));
    const r_multiple = isSealed ? null : roundR(getResult(outcome, decision));
    return [{ id, symbol, signal_type, order_type, r_multiple, events: orderTimeline(events) }];
  });
}

/** Returns the sequences of the last new evaluation of a signal and of the one before the first new one. */
function listComparedOutcomes(signalId: string, references: ReadonlySet<string>): number[] {
  const prefix = getOutcomeReference({ signalId, sequence: '' });
  const sequences = [...references].flatMap((reference) =>
    reference.startsWith(prefix) ? Number(reference.slice(prefix.length)) : [],
  );
  return sequences.length === 0 ? [] : [Math.max(...sequences), Math.min(...sequences) - 1];
}

/** Returns the result that applies, in R; `null` without one. */
function getResult(outcome: OutcomeRow | undefined, decision: DecisionRow | undefined): string | null {
  if (decision && decision.kind !== 'withdraw') return decision.rMultiple;
  return outcome && outcome.endedOn !== null ? outcome.rMultiple : null;
}

/** A sitemap has at most 50,000 URLs. */
const MAX_SIGNALS = 40_000;

/** Returns the paths of the signals that search engines may index: those that visitors see and that are not deleted. */
export async function listIndexedSignals({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): Promise<string[]> {
  const newest = await database.db
    .select({ id: signals.id, signalType: signals.signalType, endedOn: signalResults.firstEndedOn })
    .from(signals)
    .leftJoin(signalResults, eq(signalResults.signalId, signals.id))
    .where(isNull(signals.deletedAt))
    .orderBy(desc(signals.createdAt))
    .limit(MAX_SIGNALS);
  const terms = {
    now: clock.now(),
    releaseDays: config.premiumPublicAfterDays,
    releasedUntil: await readReleasedUntil(database.db),
  };
  return newest.filter(createReleaseCheck(terms)).map(({ id }) => getSignalPath(id));
}
