import type { Config } from '#server/config/config.ts';
import {
  type AlertedSignal,
  filterSignalAccess,
  readAlertedSignals,
} from '#server/domains/signals/signals.ts';
import { readProgress } from '#server/domains/track-record/track-record.ts';
import type { Queryable } from '#server/platform/database.ts';
import {
  type AlertText,
  type DescribedEvent,
  describeAccountAlert,
  describeSignalAlert,
  getSignalFacts,
  type SignalFacts,
} from './describe-alert.ts';
import { readCompanySubjects } from './describe-company-alert.ts';

/** An alert for one customer. */
export interface AddressedAlert {
  event: DescribedEvent;
  userId: string;
}

/** The text of an alert, or why the customer may not receive it now. */
export type WrittenAlert =
  | { kind: 'text'; text: AlertText; signal: SignalFacts | null }
  | { kind: 'not_entitled' }
  | { kind: 'withdrawn' }
  /** The meeting, closure or article was removed, or has another date. */
  | { kind: 'changed' };

/**
 * Writes alerts from what they are about now, for these customers now. Every channel, the inbox included, has its text from here: a customer
 * whose access to a signal has ended gets none of it.
 */
export async function writeAlerts(
  db: Queryable,
  alerts: readonly AddressedAlert[],
  { analyst, now }: Pick<Config, 'analyst'> & { now: Date },
): Promise<WrittenAlert[]> {
  const ids = [...new Set(alerts.flatMap(({ event }) => event.subject.signalId ?? []))];
  const signals = await readAlertedSignals(db, ids);
  const progress = await readProgress(db, ids);
  const entitled = new Map<string, Set<string>>();
  for (const [type, concerned] of Map.groupBy(alerts, ({ event }) => getType(event, signals)))
    if (type) {
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
      return text ? { kind: 'text', text, signal: null } : { kind: 'changed' };
    }
    if (signalId === undefined) return { kind: 'text', text: describeAccountAlert(event), signal: null };
    const signal = signals.get(signalId);
    // Checked first: also that a signal was withdrawn is known only to those who may read it.
    const type = getType(event, signals);
    if (type && !entitled.get(type)?.has(userId)) return { kind: 'not_entitled' };
    if (!signal || signal.deletedAt !== null || progress.get(signalId)?.decision?.kind === 'void')
      return { kind: 'withdrawn' };
    const text = describeSignalAlert(event, signal, analyst);
    return { kind: 'text', text, signal: getSignalFacts(signal, analyst) };
  });
}

/** A deleted signal has the type of its alert. */
const getType = ({ subject }: DescribedEvent, signals: ReadonlyMap<string, AlertedSignal>) =>
  subject.signalId === undefined
    ? null
    : (signals.get(subject.signalId)?.signalType ?? subject.signalType ?? null);
