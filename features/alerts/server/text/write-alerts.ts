import type { Config } from '#core/server/config/config.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  type AlertedSignal,
  filterSignalAccess,
  listLastOutcomes,
  listReplacements,
  listTimelineEvents,
  readSignals,
} from '#features/signals/server/signals.ts';
import {
  type AlertText,
  type DescribedEvent,
  describeAccountAlert,
  describeSignalAlert,
  describeVoidedSignal,
  describeWithdrawnSignal,
  getSignalFacts,
  RESULT_EVENTS,
  type SignalFacts,
  type SignalResult,
} from './describe-alert.ts';
import { describeChangedSubject, readCompanySubjects } from './describe-company-alert.ts';

/** An alert for one customer. */
export interface AddressedAlert {
  event: DescribedEvent;
  userId: string;
}

/** The text of an alert, with the symbols that it is about; or that the customer may not receive it now. */
export type WrittenAlert =
  | { kind: 'text'; text: AlertText; symbols: readonly string[]; signal: SignalFacts | null }
  /** What it is about was removed or, if `changed`, has another date: only the inbox has this text. */
  | { kind: 'withdrawn' | 'changed'; text: AlertText; symbols: readonly string[] }
  | { kind: 'not_entitled' };

/**
 * Writes alerts from what they are about now, for these customers now. Every channel, the inbox included, has its text from here: a customer
 * whose access to a signal has ended gets none of it.
 */
export async function writeAlerts(
  db: Queryable,
  alerts: readonly AddressedAlert[],
  { analyst, now }: Pick<Config, 'analyst'> & { now: Date },
): Promise<WrittenAlert[]> {
  const { signals, getReplacement, getResult } = await readSignalSubjects(
    db,
    alerts.map(({ event }) => event),
  );
  const read = alerts.flatMap(({ event, userId }) =>
    [getType(event, signals), getReplacement(event)?.signalType].flatMap((type) =>
      type ? { type, userId } : [],
    ),
  );
  const entitled = new Map<string, Set<string>>();
  for (const [type, concerned] of Map.groupBy(read, (each) => each.type)) {
    const userIds = [...new Set(concerned.map(({ userId }) => userId))];
    entitled.set(type, await filterSignalAccess(db, userIds, type, now));
  }
  const describeCompanyAlert = await readCompanySubjects(
    db,
    alerts.map(({ event }) => event),
  );
  return alerts.map(({ event, userId }): WrittenAlert => {
    const { signalId, symbols } = event.subject;
    if (symbols !== undefined) {
      const text = describeCompanyAlert(event);
      return text
        ? { kind: 'text', text, symbols, signal: null }
        : { kind: 'changed', text: describeChangedSubject(event), symbols };
    }
    if (signalId === undefined)
      return { kind: 'text', text: describeAccountAlert(event), symbols: [], signal: null };
    const signal = signals.get(signalId);
    // Checked first: also that a signal was withdrawn is known only to those who may read it.
    const type = getType(event, signals);
    if (type && !entitled.get(type)?.has(userId)) return { kind: 'not_entitled' };
    const ofSignal = { symbols: signal ? [signal.symbol] : [] };
    const decision = signal?.progress.decision;
    const isVoid = decision?.kind === 'void';
    // The alert of a void signal may be the only one that names the new one, so it stays when the void one is deleted.
    const isNamed = isVoid ? event.kind === 'signal_voided' : signal?.deletedAt === null;
    if (!signal || !isNamed)
      return { ...ofSignal, kind: 'withdrawn', text: describeWithdrawnSignal(event, signal) };
    const facts = getSignalFacts(signal, analyst);
    if (event.kind !== 'signal_voided') {
      const result = getResult(event);
      const text = describeSignalAlert(event, signal, { analyst, result });
      return { ...ofSignal, kind: 'text', text, signal: { ...facts, result } };
    }
    const given = getReplacement(event);
    const replacement = given && entitled.get(given.signalType)?.has(userId) ? given : null;
    const voided = {
      isVoid,
      replacement: isVoid && replacement ? getSignalFacts(replacement, analyst) : null,
    };
    return {
      kind: 'text',
      text: describeVoidedSignal(signal, {
        analyst,
        replacement,
        reason: isVoid ? decision.reason : null,
      }),
      symbols: [...new Set([signal.symbol, ...(replacement ? [replacement.symbol] : [])])],
      signal: { ...facts, voided },
    };
  });
}

/** Reads the signals that alerts are about, with their outcomes, decisions and replacements. */
async function readSignalSubjects(db: Queryable, events: readonly DescribedEvent[]) {
  const list = (concerned: readonly DescribedEvent[]) => [
    ...new Set(concerned.flatMap(({ subject }) => subject.signalId ?? [])),
  ];
  const ids = list(events);
  const [signals, outcomes] = await Promise.all([
    readSignals(db, ids),
    listLastOutcomes(db, list(events.filter(({ kind }) => RESULT_EVENTS[kind] !== undefined))),
  ]);
  const replaced = await listReplacements(db, list(events.filter(({ kind }) => kind === 'signal_voided')));
  const replacements = await readSignals(db, [...replaced.values()]);
  const results = new Map(outcomes.map((outcome) => [outcome.signalId, outcome]));
  return {
    signals,
    /** Returns the signal that replaces one that is or was void, unless it was withdrawn itself. */
    getReplacement({ kind, subject: { signalId = '' } }: DescribedEvent): AlertedSignal | null {
      const id = (kind === 'signal_voided' && replaced.get(signalId)) || '';
      const signal = replacements.get(id);
      return signal?.deletedAt === null && signal.progress.decision?.kind !== 'void' ? signal : null;
    },
    /** Returns the price of what prices showed, and the R of a signal that ended with it. */
    getResult({ kind, subject: { signalId = '', date, target } }: DescribedEvent): SignalResult | null {
      const outcome = results.get(signalId);
      if (!outcome) return null;
      const decision = signals.get(signalId)?.progress.decision;
      const event = listTimelineEvents({
        kind: 'evaluated',
        before: null,
        after: outcome,
        changedAt: outcome.evaluatedAt,
      }).findLast((each) => each.kind === RESULT_EVENTS[kind] && (target ?? each.target) === each.target);
      const hasEnded = outcome.endedOn !== null && (date === undefined || date === outcome.endedOn);
      // An override has prices of its own.
      if (decision?.kind === 'override')
        return { price: null, rMultiple: hasEnded && event ? decision.rMultiple : null };
      return event ? { price: event.price, rMultiple: hasEnded ? outcome.rMultiple : null } : null;
    },
  };
}

/** A deleted signal has the type of its alert. */
const getType = ({ subject }: DescribedEvent, signals: ReadonlyMap<string, AlertedSignal>) =>
  subject.signalId === undefined
    ? null
    : (signals.get(subject.signalId)?.signalType ?? subject.signalType ?? null);
