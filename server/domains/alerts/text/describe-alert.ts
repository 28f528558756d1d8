import { type AlertKind, MAX_UNREAD_PUSHES } from '#contract/alerts/kinds.ts';
import { formatKarachiDate, formatShortDate, formatTimestamp } from '#contract/dates.ts';
import { ALERT_SETTINGS_PATH, getSignalPath, getSubscriptionPath, paths } from '#contract/paths.ts';
import { EVENT_LABELS, getTargetLabel } from '#contract/track-record/event-labels.ts';
import type { AlertSubject } from '#server/domains/alerts/alerts.tables.ts';
import { type AlertedSignal, formatSignalCode } from '#server/domains/signals/signals.ts';

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
}

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

const TYPE_NAMES = { intraday: 'intraday', swing: 'swing', investment: 'investment' };

/** Writes the alert of a signal as it is now, with its levels: only for customers who may read them. */
export function describeSignalAlert(
  { kind, subject }: DescribedEvent,
  signal: AlertedSignal,
  fallbackAnalyst: Analyst,
): AlertText {
  const type = TYPE_NAMES[signal.signalType];
  const side = signal.orderType === 'buy' ? 'Buy' : 'Sell';
  const levels = [
    `${side} at ${signal.entryPrice}`,
    `stop ${signal.stopLoss}`,
    ...signal.targetPoints.map((price, index) => `TP${index + 1} ${price}`),
  ].join(' · ');
  const { title, detail } = describeChange(kind, subject, signal, type);
  const analyst = getAnalyst(signal, fallbackAnalyst);
  return {
    title: `${signal.symbol}: ${title.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`,
    lines: [
      levels,
      detail,
      analyst.name === null
        ? null
        : `Analyst ${analyst.name}${analyst.registration ? `, registration ${analyst.registration}` : ''}`,
    ].filter((line) => line !== null),
    path: getSignalPath(signal.id),
  };
}

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
  signal: AlertedSignal,
  type: string,
): { title: string; detail: string | null } {
  const at = date ? `At the close of ${formatShortDate(date)}` : null;
  const state = signal.callStatus === 'closed' ? 'Closed' : null;
  switch (kind) {
    case 'stop_moved':
      return {
        title: EVENT_LABELS.stop_moved,
        detail: `The stop loss of this ${type} signal is now ${signal.stopLoss}`,
      };
    case 'signal_closed':
      return at
        ? { title: 'signal ended', detail: `${at}: this ${type} signal reached its time limit` }
        : { title: EVENT_LABELS.closed, detail: `This ${type} signal is closed` };
    case 'entry_filled':
      return { title: EVENT_LABELS.filled, detail: `${at}: entered` };
    case 'target_reached':
      return { title: getTargetLabel(target ?? null), detail: at };
    case 'stop_hit':
      return { title: EVENT_LABELS.stop_hit, detail: at };
    default:
      return { title: `new ${type} signal`, detail: state };
  }
}

const getArticle = ({ signalType = 'swing' }: AlertSubject) =>
  `${signalType === 'swing' ? 'a' : 'an'} ${TYPE_NAMES[signalType]}`;

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

/** Writes the alert of a signal that was deleted or voided. */
export const describeWithdrawnSignal = ({ subject }: DescribedEvent): AlertText => ({
  title: `An alert about ${getArticle(subject)} signal`,
  lines: ['The signal was withdrawn.'],
  path: paths.signals,
});

/** Writes an alert about the account. */
export function describeAccountAlert({ kind, subject, occurredAt }: DescribedEvent): AlertText {
  if (kind === 'payment_problem')
    return {
      title: 'A payment failed',
      lines: [
        `The payment for your subscription failed on ${formatKarachiDate(occurredAt)}. Update the payment method to continue premium access.`,
      ],
      path: subject.subscriptionId ? getSubscriptionPath(subject.subscriptionId) : paths.mySubscription,
    };
  if (kind === 'push_paused')
    return {
      title: 'Push messages are paused',
      lines: [
        `You looked at none of the last ${MAX_UNREAD_PUSHES}. Moved stops, reached targets, closed signals and what concerns your account are still sent; all others are in your inbox.`,
        'They resume within an hour of your next visit, and at once when you open an alert or press “Resume push messages” in the settings.',
      ],
      path: ALERT_SETTINGS_PATH,
    };
  return {
    title: 'New sign-in to your account',
    lines: [
      `${subject.device ?? 'An unknown device'}, ${formatTimestamp(occurredAt.toISOString())}.`,
      'If it was not you, set a new password: that signs out every device.',
    ],
    path: `${paths.profile}?tab=security`,
  };
}

const REASONS: Record<string, string> = {
  signals: 'You receive alerts about signals',
  watchlist: 'You watch the company',
  account: 'It concerns your account',
};

/** Says why a customer receives an alert. */
export const describeReason = (code: string): string => REASONS[code] ?? 'You receive these alerts';
