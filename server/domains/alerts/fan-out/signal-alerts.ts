import type { AlertKind } from '#contract/alerts/kinds.ts';
import { readTradingCalendar } from '#server/domains/market/market.ts';
import {
  getExpiry,
  isFreeType,
  readAlertedSignals,
  type SignalAlert,
} from '#server/domains/signals/signals.ts';
import { addMilliseconds, DAY, HOUR } from '#server/platform/clock.ts';
import { type FanOutDependencies, fanOut } from './fan-out.ts';

/** For so long an alert of a change is sent. A new intraday signal has its session, see `getSignalExpiry`. */
const USEFUL_MS = DAY;
/** An analyst may move the stop of an intraday signal shortly before the end of the session. */
const LEAST_USEFUL_MS = HOUR;

/** Alerts customers of a change of a signal. */
export async function alertSignalChange(
  dependencies: FanOutDependencies,
  alert: SignalAlert,
  { signal: abortSignal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const { signalId, signalType, position, date, target } = alert;
  const { db } = dependencies.database;
  const occurredAt = new Date(alert.occurredAt);
  const row = (await readAlertedSignals(db, [signalId])).get(signalId);
  if (!row || row.deletedAt !== null) return;
  const sessionEnd = date === null ? getExpiry(row, await readTradingCalendar(db)) : null;
  await fanOut(
    dependencies,
    {
      key: `signal:${signalId}:${position}`,
      kind: getKind(alert),
      subject: {
        signalId,
        signalType,
        ...(date === null ? {} : { date }),
        ...(target === null ? {} : { target }),
      },
      audience: isFreeType(signalType) ? 'everyone' : 'subscribers',
      userId: null,
      occurredAt,
      expiresAt: getSignalExpiry(alert, occurredAt, sessionEnd),
    },
    { ...(abortSignal ? { signal: abortSignal } : {}), reason: 'signals' },
  );
}

const getKind = ({ kind, signalType }: SignalAlert): AlertKind => {
  if (kind === 'published') return `signal_${signalType}`;
  return kind === 'closed' ? 'signal_closed' : kind;
};

/** A new intraday signal is useful until its session ends, and so are its changes, but for an hour at least. */
function getSignalExpiry({ kind }: SignalAlert, occurredAt: Date, sessionEnd: Date | null): Date {
  if (sessionEnd === null) return addMilliseconds(occurredAt, USEFUL_MS);
  if (kind === 'published') return sessionEnd;
  return new Date(Math.max(sessionEnd.getTime(), occurredAt.getTime() + LEAST_USEFUL_MS));
}
