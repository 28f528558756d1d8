import { addDays, getStartOfDate, toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, DAY, HOUR } from '#core/server/platform/clock.ts';
import type { AlertKind } from '#features/alerts/contract/kinds.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import {
  getExpiry,
  hasSampleSignals,
  isFreeType,
  readSignals,
  type SignalAlert,
} from '#features/signals/server/signals.ts';
import { type FanOutDependencies, fanOut } from './fan-out.ts';

/** For so long an alert of a change is sent. A new intraday signal has its session, see `getSignalExpiry`. */
const USEFUL_MS = DAY;
/** An analyst may move the stop of an intraday signal shortly before the end of the session. */
const LEAST_USEFUL_MS = HOUR;
/** What prices show that are imported more days later is in the inbox only. */
const FRESH_DAYS = 5;

/** Alerts customers of a change of a signal. */
export async function alertSignalChange(
  dependencies: FanOutDependencies,
  alert: SignalAlert,
  abortSignal?: AbortSignal,
): Promise<void> {
  const { signalId, signalType, position, date, target, replacesId } = alert;
  const { db } = dependencies.database;
  const occurredAt = new Date(alert.occurredAt);
  const rows = await readSignals(db, [signalId, ...(replacesId ? [replacesId] : [])]);
  const row = rows.get(signalId);
  if (!row || row.deletedAt !== null) return;
  const freshUntil = date === null ? null : getStartOfDate(addDays(date, FRESH_DAYS));
  const isLate = freshUntil !== null && freshUntil < getStartOfDate(toKarachiDate(occurredAt));
  // The first evaluation of sample content ends signals of months.
  if (isLate && (await hasSampleSignals(db, signalId))) return;
  const hasSession = date === null && alert.kind !== 'signal_voided';
  const sessionEnd = hasSession ? getExpiry(row, await readTradingCalendar(db)) : null;
  const replaced = rows.get(replacesId ?? '');
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
        ...(replaced?.deletedAt === null ? { replacedType: replaced.signalType } : {}),
      },
      audience: isFreeType(signalType) ? 'everyone' : 'subscribers',
      userId: null,
      occurredAt,
      expiresAt: isLate ? freshUntil : getSignalExpiry(alert, occurredAt, sessionEnd),
    },
    abortSignal,
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
