import { formatKarachiDate, formatShortDate, formatTimestamp } from '#core/contract/dates.ts';
import { ALERT_SETTINGS_PATH, getSignalPath, getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import { truncateAtWord } from '#core/contract/text/truncate-at-word.ts';
import { type AccountAlertKind, type AlertKind, MAX_UNREAD_PUSHES } from '#features/alerts/contract/kinds.ts';
import type { AlertSubject } from '#features/alerts/server/alerts.tables.ts';
import { EVENT_LABELS, getTargetLabel } from '#features/signals/contract/track-record/event-labels.ts';
import type { TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import { type AlertedSignal, formatSignalCode, roundR } from '#features/signals/server/signals.ts';

/** The text of an alert, the same on every channel. */
export interface AlertText {
  title: string;
  lines: string[];
  /** The path of the page that it is about. */
  path: string;
}

/** What programs read of a signal next to the text, as it is now: only for customers who may read it. */
export interface SignalFacts {
  id: string;
  code: string;
  symbol: string;
  type: AlertedSignal['signalType'];
  side: AlertedSignal['orderType'];
  callStatus: AlertedSignal['callStatus'];
  analyst: Analyst;
  levels: { entry_price: string; stop_loss: string; target_points: string[] };
  /** Of an alert about what prices showed. */
  result?: SignalResult | null;
  /** Of an alert about a signal that was voided. `isVoid`: the decision was not withdrawn since. */
  voided?: { isVoid: boolean; replacement: SignalFacts | null };
}

/** The price at which it happened, and the R of a signal that has ended with it. */
export interface SignalResult {
  price: string | null;
  rMultiple: string | null;
}

/** The events of an evaluation that alerts are about. */
export const RESULT_EVENTS: Partial<Record<AlertKind, TimelineEvent['kind']>> = {
  entry_filled: 'filled',
  target_reached: 'target_hit',
  stop_hit: 'stop_hit',
  signal_closed: 'exited',
};

export interface Analyst {
  name: string | null;
  registration: string | null;
}

/** An alert, as its event is stored. */
export interface DescribedEvent {
  id: number;
  kind: AlertKind;
  subject: AlertSubject;
  occurredAt: Date;
}

/** Writes the alert of a signal as it is now, with its levels: only for customers who may read them. */
export function describeSignalAlert(
  { kind, subject }: DescribedEvent,
  signal: AlertedSignal,
  { analyst, result }: { analyst: Analyst; result: SignalResult | null },
): AlertText {
  const [title, detail] = describeChange(kind, subject, signal);
  return {
    title: `${signal.symbol}: ${title.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`,
    lines: [
      describeLevels(signal),
      detail,
      result && describeResult(result),
      describeAnalyst(signal, analyst),
      formatCodeLine(signal),
    ].filter((line) => line !== null),
    path: getSignalPath(signal.id),
  };
}

/**
 * Writes the alert of a signal that was voided with a reason, or with `null` is valid again: only for customers who may read it and the
 * one that replaces it.
 */
export function describeVoidedSignal(
  signal: AlertedSignal,
  {
    analyst,
    replacement,
    reason,
  }: { analyst: Analyst; replacement: AlertedSignal | null; reason: string | null },
): AlertText {
  const name = (each: AlertedSignal) =>
    `${each.signalType} signal ${formatSignalCode(each.code)}, ${describeLevels(each, ` ${each.symbol}`)}`;
  const isVoid = reason !== null;
  const change = !isVoid ? 'valid again' : replacement ? 'replaced' : 'voided';
  const main = (isVoid && replacement) || signal;
  return {
    title: `${signal.symbol}: ${signal.signalType} signal ${change}`,
    lines: [
      `${isVoid ? 'Void' : 'Not void any more'}: ${name(signal)}`,
      replacement && `${isVoid ? 'New' : 'Its replacement'}: ${name(replacement)}`,
      reason === null ? null : `Reason: ${truncateAtWord(toSingleLine(reason), MAX_REASON_LENGTH)}`,
      describeAnalyst(main, analyst),
    ].filter((line) => line !== null),
    path: getSignalPath(main.id),
  };
}

const MAX_REASON_LENGTH = 300;

const describeLevels = (signal: AlertedSignal, symbol = '') =>
  [
    `${signal.orderType === 'buy' ? 'Buy' : 'Sell'}${symbol} at ${signal.entryPrice}`,
    `stop ${signal.stopLoss}`,
    ...signal.targetPoints.map((price, index) => `TP${index + 1} ${price}`),
  ].join(' · ');

/** Writes the line of a result; `null` if neither its price nor its R is known. */
export function describeResult({ price, rMultiple }: SignalResult): string | null {
  const r = roundR(rMultiple);
  const known = [price && `Price ${price}`, r && `Result ${formatSigned(r)} R`].filter(
    (part) => part !== null,
  );
  return known.length === 0 ? null : known.join(' · ');
}

function describeAnalyst(signal: AlertedSignal, fallback: Analyst): string | null {
  const { name, registration } = getAnalyst(signal, fallback);
  return name === null ? null : `Analyst ${name}${registration ? `, registration ${registration}` : ''}`;
}

/** Every message about a signal has it, so that `/verify` recognizes the message wherever it is forwarded. */
const formatCodeLine = ({ code }: AlertedSignal) => `Code ${formatSignalCode(code)}`;

/** Signals of releases before 1.3 have no analyst of their own. */
const getAnalyst = (signal: AlertedSignal, fallback: Analyst): Analyst =>
  signal.analystName === null && signal.horizonDays === null
    ? fallback
    : { name: signal.analystName, registration: signal.analystRegistration };

export const getSignalFacts = (signal: AlertedSignal, fallbackAnalyst: Analyst): SignalFacts => ({
  id: signal.id,
  code: formatSignalCode(signal.code),
  symbol: signal.symbol,
  type: signal.signalType,
  side: signal.orderType,
  callStatus: signal.callStatus,
  analyst: getAnalyst(signal, fallbackAnalyst),
  levels: {
    entry_price: signal.entryPrice,
    stop_loss: signal.stopLoss,
    target_points: signal.targetPoints,
  },
});

function describeChange(
  kind: AlertKind,
  { date, target }: AlertSubject,
  { signalType: type, callStatus, stopLoss }: AlertedSignal,
): [title: string, detail: string | null] {
  const at = date ? `At the close of ${formatShortDate(date)}` : null;
  switch (kind) {
    case 'stop_moved':
      return [EVENT_LABELS.stop_moved, `The stop loss of this ${type} signal is now ${stopLoss}`];
    case 'signal_closed':
      return at
        ? ['signal ended', `${at}: this ${type} signal reached its time limit`]
        : [EVENT_LABELS.closed, `This ${type} signal is closed`];
    case 'entry_filled':
      return [EVENT_LABELS.filled, `${at}: entered`];
    case 'target_reached':
      return [getTargetLabel(target ?? null), at];
    case 'stop_hit':
      return [EVENT_LABELS.stop_hit, at];
    default:
      return [`new ${type} signal`, callStatus === 'closed' ? 'Closed' : null];
  }
}

const getArticle = ({ signalType = 'swing' }: AlertSubject) =>
  `${signalType === 'swing' ? 'a' : 'an'} ${signalType}`;

/** Writes the alert of a premium signal for a customer who may not read it now. It says no more than that there is one. */
export const describeLockedSignal = ({ subject }: DescribedEvent): AlertText => ({
  title: `An alert about ${getArticle(subject)} signal`,
  lines: ['It is part of the premium plans, which your account does not have now.'],
  path: paths.pricing,
});

/** Writes the alert of a premium signal for a subscriber who has not accepted the risk statement. */
export const describeSignalBeforeAcceptance = ({ subject }: DescribedEvent): AlertText => ({
  title: `An alert about ${getArticle(subject)} signal`,
  lines: [
    'Your subscription includes swing and investment signals. Please read and accept the risk statement to see them.',
  ],
  path: subject.signalType === 'investment' ? paths.investmentSignals : paths.swingSignals,
});

/** Writes the alert of a signal that was deleted or voided: only for customers who may read it. The page of one that is void has the reason. */
export const describeWithdrawnSignal = (
  { subject }: DescribedEvent,
  signal: AlertedSignal | undefined,
): AlertText => ({
  title: signal
    ? `${signal.symbol}: ${signal.signalType} signal withdrawn`
    : `An alert about ${getArticle(subject)} signal`,
  lines: [signal?.deletedAt === null ? 'The signal was voided.' : 'The signal was deleted.'],
  path: signal?.deletedAt === null ? getSignalPath(signal.id) : paths.signals,
});

const ACCOUNT_TEXTS: Record<AccountAlertKind, (event: DescribedEvent) => AlertText> = {
  payment_problem: ({ subject, occurredAt }) => ({
    title: 'A payment failed',
    lines: [
      `The payment for your subscription failed on ${formatKarachiDate(occurredAt)}. Update the payment method to continue premium access.`,
    ],
    path: subject.subscriptionId ? getSubscriptionPath(subject.subscriptionId) : paths.mySubscription,
  }),
  new_sign_in: ({ subject, occurredAt }) => ({
    title: 'New sign-in to your account',
    lines: [
      `${subject.device ?? 'An unknown device'}, ${formatTimestamp(occurredAt.toISOString())}.`,
      'If it was not you, set a new password: that signs out every device.',
    ],
    path: `${paths.profile}?tab=security`,
  }),
  push_paused: () => ({
    title: 'Push messages are paused',
    lines: [
      `You looked at none of the last ${MAX_UNREAD_PUSHES}. Moved stops, reached targets, closed and voided signals and what concerns your account are still sent; all others are in your inbox.`,
      'They resume within an hour of your next visit, and at once when you open an alert or press “Resume push messages” in the settings.',
    ],
    path: ALERT_SETTINGS_PATH,
  }),
};

/** The text of a kind of a later release, whose servers run at the same time during an upgrade. */
const UNKNOWN_TEXT: AlertText = {
  title: 'News about your account',
  lines: ['Open your profile to see the state of your account.'],
  path: paths.profile,
};

/** Writes an alert about the account. */
export const describeAccountAlert = (event: DescribedEvent): AlertText =>
  ACCOUNT_TEXTS[event.kind as AccountAlertKind]?.(event) ?? UNKNOWN_TEXT;

const REASONS: Record<string, string> = {
  signals: 'You receive alerts about signals',
  watchlist: 'You watch the companies',
  levels: 'You added the price level',
  account: 'Alerts about an account go to its customer',
};

/** Says why a customer receives an alert. */
export const describeReason = (code: string): string => REASONS[code] ?? 'You receive these alerts';
