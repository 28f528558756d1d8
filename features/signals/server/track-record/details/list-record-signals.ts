import { notFound } from '#core/server/platform/http-error.ts';
import type { Dependencies } from '#dependencies.ts';
import { findLastSequence, listPublicEntries, listPublicReferences } from '#features/ledger/server/ledger.ts';
import { cacheCompanies, cacheTradingCalendar, getSessionEnd } from '#features/market/server/market.ts';
import { cacheLastCloses } from '#features/market/server/prices/prices.ts';
import { isActiveState } from '#features/signals/contract/signal-state.ts';
import {
  RECORD_SIGNALS_ENTRIES,
  type RecordSignal,
} from '#features/signals/contract/track-record/record-signals.ts';
import { presentSignalWithChanges } from '#features/signals/server/details/read-signal.ts';
import { listSignalsWithVersions } from '#features/signals/server/signals.queries.ts';
import {
  getDecisionReference,
  getLedgerSubject,
  getOutcomeReference,
  parseLedgerSubject,
  VERSION_PREFIX,
} from '#features/signals/server/track-record/ledger/to-entry.ts';
import {
  listDecisionsOf,
  listMarksOf,
  listResultsOf,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { toProgress } from '#features/signals/server/track-record/outcomes/read-progress.ts';
import { toDecision } from '#features/signals/server/track-record/performance/signal-result.ts';
import { presentDecision, presentResult } from './read-details.ts';

/** The entries of publications. */
const PUBLICATIONS = `${VERSION_PREFIX}%:1`;

interface RecordSignals {
  signals: Omit<RecordSignal, 'counts_as' | 'headline_r'>[];
  next: number | null;
  /** When a signal changes even if nothing is written. */
  changesAt: Date | null;
}

/**
 * Returns a function that lists a page of the signals whose publication is public in the ledger, as their pages show them to visitors. What
 * is sealed in the ledger counts for none of them: neither a later version, nor an evaluation, nor a decision. Throws `notFound` for a page
 * after the last one.
 */
export function createRecordSignalsReader({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>) {
  const { db } = database;
  const getCalendar = cacheTradingCalendar(database);
  const getCompanies = cacheCompanies(database);
  const getLastCloses = cacheLastCloses(database);

  return async (after: number): Promise<RecordSignals> => {
    const now = clock.now();
    const last = await findLastSequence(db);
    const until = after + RECORD_SIGNALS_ENTRIES;
    if (after > 0 && after >= last) throw notFound();
    const published = await listPublicEntries(db, { after, until, pattern: PUBLICATIONS });
    const ids = published.map(({ subject }) => parseLedgerSubject(subject) ?? '');
    const stored = await listSignalsWithVersions(db, ids);
    const isPublic = await listPublicReferences(db, ids.map(getLedgerSubject));
    const results = Map.groupBy(await listResultsOf(db, ids), ({ signalId }) => signalId);
    const decisions = Map.groupBy(await listDecisionsOf(db, ids), ({ signalId }) => signalId);
    const marks = new Map((await listMarksOf(db, ids)).map((mark) => [mark.signalId, mark]));
    // Read at once, so that no signal reads its own.
    await getLastCloses([...stored.values()].map(({ row }) => row.symbol));
    const context = {
      analyst: config.analyst,
      costUnits: config.costUnits,
      calendar: await getCalendar(),
      companies: await getCompanies(),
      getLastCloses,
      now,
      isVisible: ({ reference }: { reference: string }) => isPublic.has(reference),
    };
    const signals: RecordSignals['signals'] = [];
    for (const { sequence, subject } of published) {
      const id = parseLedgerSubject(subject) ?? '';
      const signal = stored.get(id);
      if (!signal) continue;
      const [newest] = results.get(id) ?? [];
      const result = results.get(id)?.find((row) => isPublic.has(getOutcomeReference(row)));
      const decision = toDecision(
        decisions.get(id)?.findLast((row) => isPublic.has(getDecisionReference(row))),
      );
      const isOpen = result === newest && result?.state === 'open' && decision === null;
      const mark = isOpen ? (marks.get(id) ?? null) : null;
      const progress = toProgress(result, decision ?? undefined, mark);
      const shown = await presentSignalWithChanges(signal, { ...context, progress });
      signals.push({
        ...shown.signal,
        sequence,
        deleted_at: shown.deletedAt?.toISOString() ?? null,
        evaluation: result ? presentResult(result) : null,
        decision: decision && presentDecision(decision),
      });
    }
    const hasActive = signals.some(({ state }) => isActiveState(state));
    return {
      signals,
      next: until < last ? until : null,
      changesAt: hasActive ? getSessionEnd(now, context.calendar) : null,
    };
  };
}
