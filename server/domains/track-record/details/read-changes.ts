import { getStartOfDate, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { ChangedSignal, SignalChanges } from '#contract/track-record/signal-changes.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listEntriesAfter } from '#server/domains/ledger/ledger.ts';
import { cacheTradingCalendar, getLastSessionEnd, getSessionEnd } from '#server/domains/market/market.ts';
import {
  createTimelineEvent,
  getLedgerSubject,
  getVersionReference,
  isFreeType,
  listExpiredSignals,
  listVersionEvents,
  listVersionsOf,
  orderTimeline,
  roundR,
} from '#server/domains/signals/signals.ts';
import { getDecisionReference, getOutcomeReference } from '#server/domains/track-record/ledger/to-entry.ts';
import {
  type DecisionRow,
  listOutcomes,
  type OutcomeRow,
} from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { listDecisionEvents, listEvaluationEvents } from './create-timeline.ts';
import { listDecisionsOf } from './details.queries.ts';
import type { Audience } from './read-details.ts';

/** Who was away for longer sees the newest changes: so many entries of the ledger at most, among so many of all signals. */
const MAX_ENTRIES = 300;
const MAX_SCANNED = 5_000;

const SUBJECTS = getLedgerSubject('');

interface ReadChanges {
  changes: SignalChanges;
  /** When signals expire, which no entry records. */
  changesAt: Date;
}

export type ChangesReader = (after: string | undefined, audience: Audience) => Promise<ReadChanges>;

/**
 * Returns a function that lists what happened to signals after a position: in the ledger, which has an entry for each signal change in
 * the order of their commits, and at the ends of sessions, when intraday signals expire. What became known late, such as a target that
 * imported prices show, is after the position, whatever its date. The public sees what is public in the ledger.
 */
export function createChangesReader({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): ChangesReader {
  const getCalendar = cacheTradingCalendar(database);
  const { db } = database;
  return async (after, audience) => {
    const now = clock.now();
    const calendar = await getCalendar();
    const session = toKarachiDate(getLastSessionEnd(now, calendar));
    const position = parsePosition(after) ?? { sequence: Number.MAX_SAFE_INTEGER, session };
    const { last, entries } = await listEntriesAfter(db, {
      after: position.sequence,
      subjectPrefix: SUBJECTS,
      isPublicOnly: audience === 'public',
      scanned: MAX_SCANNED,
      limit: MAX_ENTRIES,
    });
    const isComplete = position.sequence >= last - MAX_SCANNED && entries.length < MAX_ENTRIES;
    const news: SignalNews = new Map();
    for (const { subject, reference } of entries)
      getNews(news, subject.slice(SUBJECTS.length)).references.add(reference);
    if (position.session < session) {
      const getEnd = (date: LocalDate) => getSessionEnd(getStartOfDate(date), calendar);
      const sessions = { after: getEnd(position.session), until: getEnd(session) };
      for (const { id, createdAt } of await listExpiredSignals(db, sessions, MAX_ENTRIES))
        getNews(news, id).expiredAt = getSessionEnd(createdAt, calendar);
    }
    return {
      changes: {
        position: `${last}.${session}`,
        is_complete: isComplete,
        results: news.size === 0 ? [] : await readSignals(db, news, audience),
      },
      changesAt: getSessionEnd(now, calendar),
    };
  };
}

function parsePosition(position: string | undefined) {
  const [sequence, session] = position?.split('.') ?? [];
  return sequence && session ? { sequence: Number(sequence), session } : null;
}

/** By the ID of the signal: the references of its new entries in the ledger, and when it expired. */
type SignalNews = Map<string, { references: Set<string>; expiredAt: Date | null }>;

function getNews(news: SignalNews, id: string) {
  const own = news.get(id) ?? { references: new Set(), expiredAt: null };
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
  return [...news].flatMap(([id, { references, expiredAt }]): ChangedSignal[] => {
    const versions = versionsOf.get(id) ?? [];
    const [outcome, before = null] = outcomesOf.get(id) ?? [];
    const decisions = decisionsOf.get(id) ?? [];
    const events = [
      ...versions.flatMap((version, index) =>
        references.has(getVersionReference(version)) ? listVersionEvents(version, versions[index - 1]) : [],
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
