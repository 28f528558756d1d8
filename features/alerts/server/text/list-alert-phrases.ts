import { and, desc, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { type AlertKind, listKinds } from '#features/alerts/contract/kinds.ts';
import { type AlertSubject, alertEvents } from '#features/alerts/server/alerts.tables.ts';
import { MAX_TARGETS } from '#features/signals/contract/publishing/signal-body.ts';
import type { Evaluation, SignalReport } from '#features/signals/contract/track-record/signal-details.ts';
import type { AlertedSignal } from '#features/signals/server/signals.ts';
import {
  describeResult,
  describeSignalAlert,
  describeVoidedSignal,
  type SignalResult,
} from './describe-alert.ts';
import { readCompanySubjects } from './describe-company-alert.ts';

/** The lines of emails with alerts that are about no alert. */
export const EMAIL_LINES = {
  settings: 'To choose what you receive:',
  unsubscribe: 'To unsubscribe from these emails:',
} as const;

interface Event {
  kind: AlertKind;
  subject: AlertSubject;
  result?: SignalResult | null;
}

/**
 * Returns what alerts about a signal say next to its symbol, its levels and its analyst, for `/verify`: only what has happened, in any of its
 * versions and evaluations.
 */
export function listAlertPhrases(
  versions: readonly AlertedSignal[],
  report: Pick<SignalReport, 'evaluations' | 'decision'> | null,
): string[] {
  const events = (report?.evaluations ?? []).flatMap((evaluation) =>
    listEvents(evaluation).flatMap((event) => [
      event,
      ...listResults(event, evaluation, report?.decision ?? null).map((result) => ({ ...event, result })),
    ]),
  );
  return versions.flatMap((version, index) => {
    const changes: Event[] = [{ kind: `signal_${version.signalType}`, subject: {} }];
    if (version.callStatus === 'closed') changes.push({ kind: 'signal_closed', subject: {} });
    if (version.stopLoss !== versions[index - 1]?.stopLoss && index > 0)
      changes.push({ kind: 'stop_moved', subject: {} });
    return [...changes, ...events].flatMap((event) => describe(event, version));
  });
}

/** An event of an evaluation, and the price of its step. */
interface PricedEvent extends Event {
  price: string | null;
}

const STEP_KINDS: Partial<Record<Evaluation['steps'][number]['code'], AlertKind>> = {
  filled: 'entry_filled',
  target_hit: 'target_reached',
  stop_hit: 'stop_hit',
  exited_at_close: 'signal_closed',
  trading_ended: 'signal_closed',
  expired: 'signal_closed',
  canceled: 'signal_closed',
};

/** Returns the alerts that an evaluation can have caused. The one about the end of the signal has the date of the end. */
function listEvents({ steps, ended_on }: Evaluation): PricedEvent[] {
  return steps.flatMap((step) => {
    const kind = STEP_KINDS[step.code];
    if (!kind) return [];
    const price = 'price' in step ? step.price : null;
    const target = step.code === 'target_hit' ? { target: step.target } : {};
    const dates = [...new Set([step.date, ended_on ?? step.date])];
    // Without a date: closed by an administrator.
    const isClosed = kind === 'signal_closed' && price !== null;
    return [...dates.map((date) => ({ date, ...target })), ...(isClosed ? [{}] : [])].map((subject) => ({
      kind,
      subject,
      price,
    }));
  });
}

/** Returns the results that alerts of an event can have: that of the evaluation, and that of a decision that overrides it. */
function listResults(
  { price, subject: { date } }: PricedEvent,
  { ended_on, r_multiple }: Evaluation,
  decision: SignalReport['decision'],
): SignalResult[] {
  if (price === null) return [];
  const hasEnded = ended_on !== null && (date === undefined || date === ended_on);
  return [
    { price, rMultiple: hasEnded ? r_multiple : null },
    ...(hasEnded && decision?.kind === 'override' ? [{ price: null, rMultiple: decision.r_multiple }] : []),
  ];
}

/**
 * Returns the alerts of a signal that is void for this reason, or with `null` is valid again, with and without their titles and their reason, in any
 * of its versions and those of the signal that replaces it.
 */
export function listVoidAlerts(
  versions: readonly AlertedSignal[],
  replacements: readonly AlertedSignal[],
  reason: string | null,
): string[] {
  const texts = versions.flatMap((version) =>
    [null, ...replacements].map((replacement) =>
      describeVoidedSignal(hideAnalyst(version), {
        analyst: NO_ANALYST,
        replacement: replacement && hideAnalyst(replacement),
        reason,
      }),
    ),
  );
  return texts.flatMap(({ title, lines }) => {
    const parts = [lines, reason === null ? lines : lines.slice(0, -1)];
    return parts.flatMap((part) => [part.join('\n'), [title, ...part].join('\n')]);
  });
}

/** Of the alerts about companies that a daily email can have next to those about signals. */
const MAX_COMPANY_ALERTS = 200;

/** Returns the texts of alerts about companies, as they are written now, the newest first, for daily emails with several alerts. */
export async function listCompanyAlerts(db: Queryable, symbols: readonly string[]): Promise<string[]> {
  const events = await db
    .select()
    .from(alertEvents)
    .where(
      and(
        isOneOf(alertEvents.kind, listKinds('companies')),
        sql`${alertEvents.subject}->'symbols' ?| ${sql.param(symbols)}::text[]`,
      ),
    )
    .orderBy(desc(alertEvents.id))
    .limit(MAX_COMPANY_ALERTS);
  const describeEvent = await readCompanySubjects(db, events);
  return events.flatMap((event) => {
    const text = describeEvent(event);
    return text ? [[text.title, ...text.lines].join('\n')] : [];
  });
}

/** The date and the number in claims. */
export const CLAIMED_DATE = '2000-01-01';
const CLAIMED_NUMBER = '0.00';

/** Returns everything that alerts can say about what happens to a signal, whether it did or not. */
export function listAlertClaims(signal: AlertedSignal): string[] {
  const targets = Array.from({ length: MAX_TARGETS }, (_, index) => index + 1);
  const ofTargets = targets.map((target) => ({ target, date: CLAIMED_DATE }));
  const kinds = listKinds('signals').filter(
    (kind) => kind !== `signal_${signal.signalType}` && kind !== 'signal_voided',
  );
  const [validAgain = ''] = listVoidAlerts([signal], [], null);
  return [
    ...kinds.flatMap((kind) => {
      const subjects = kind === 'target_reached' ? ofTargets : [{}, { date: CLAIMED_DATE }];
      return subjects.flatMap((subject) => describe({ kind, subject }, signal));
    }),
    validAgain.slice(0, validAgain.indexOf(':')),
  ];
}

/** Returns the results that alerts can state, with `anyNumber` for each number. */
export const listResultClaims = (anyNumber: string): string[] => {
  const [price, rMultiple] = [CLAIMED_NUMBER, CLAIMED_NUMBER];
  const results = [
    { price, rMultiple },
    { price, rMultiple: null },
    { price: null, rMultiple },
  ];
  return results.flatMap((result) => describeResult(result)?.replaceAll(CLAIMED_NUMBER, anyNumber) ?? []);
};

const NO_ANALYST = { name: null, registration: null };

const hideAnalyst = (signal: AlertedSignal): AlertedSignal => ({
  ...signal,
  analystName: null,
  horizonDays: 1,
});

/**
 * Returns the title of an alert without the symbol, and its lines without the levels, the analyst and the code: as one text, so that a result is
 * that of its event.
 */
function describe({ result = null, kind, subject }: Event, signal: AlertedSignal): string[] {
  const { title, lines } = describeSignalAlert(
    { id: 0, occurredAt: signal.createdAt, kind, subject },
    hideAnalyst(signal),
    { analyst: NO_ANALYST, result },
  );
  return [title.slice(`${signal.symbol}: `.length), lines.slice(1, -1).join('\n')];
}
