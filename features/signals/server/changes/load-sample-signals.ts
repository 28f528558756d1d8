import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, HOUR } from '#core/server/platform/clock.ts';
import type { Announce, Queryable, Transaction } from '#core/server/platform/database.ts';
import {
  getLastSessionEnd,
  getPreviousTradingDay,
  getSessionEnd,
  getSessionTime,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { SAMPLE_ANALYSTS } from '#features/signals/sample/sample-signal.ts';
import { type SampleSignal, sampleSignals } from '#features/signals/sample/sample-signals.ts';
import { addAnalyst, listAnalysts } from '#features/signals/server/analysts/analysts.ts';
import { toSignalColumns } from '#features/signals/server/present-signal.ts';
import { insertVersions, type SignalRow } from '#features/signals/server/signals.queries.ts';
import { signals, signalVersions } from '#features/signals/server/signals.tables.ts';
import { toSignalChange, toVersion } from './change-signal.ts';
import { recordSignalChanges } from './signal-changes.ts';

/** The author of the first version of each sample signal. */
export const SAMPLE_AUTHOR = 'Sample content';

/** A signal to which the database gives a code. */
type NewSignalRow = Omit<SignalRow, 'code'>;

/** Returns whether a sample signal, or the one with the ID, is not deleted. */
export async function hasSampleSignals(db: Queryable, signalId?: string): Promise<boolean> {
  const [row] = await db
    .select({ id: signals.id })
    .from(signals)
    .innerJoin(signalVersions, eq(signalVersions.signalId, signals.id))
    .where(
      and(
        isNull(signals.deletedAt),
        eq(signalVersions.changedBy, SAMPLE_AUTHOR),
        eq(signalVersions.version, 1),
        signalId === undefined ? undefined : eq(signals.id, signalId),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Fills a database that has never had signals with invented ones and their history, dated before and in trading sessions. */
export async function loadSampleSignals(
  tx: Transaction,
  announce: Announce,
  { now, calendar }: { now: Date; calendar: TradingCalendar },
): Promise<void> {
  const [existing] = await tx.select({ id: signals.id }).from(signals).limit(1);
  if (existing) return;
  const names = new Set((await listAnalysts(tx)).map(({ name }) => name));
  for (const [index, analyst] of SAMPLE_ANALYSTS.filter(({ name }) => !names.has(name)).entries())
    await addAnalyst(tx, { ...analyst, valid_until: null, is_active: true }, addMilliseconds(now, index));
  const toPastTime = createPastTimes(now, calendar);
  // In the hour before the open, so that end-of-day prices show what happened to a signal.
  const toOpening = (daysAgo: number) => {
    const day = Math.ceil(daysAgo);
    return addMilliseconds(toPastTime(day), -(1 - (day - daysAgo)) * HOUR);
  };
  const current = sampleSignals.filter(({ published }) => published === null);
  const histories = sampleSignals.map((sample) => {
    const share = (current.length - current.indexOf(sample)) / (current.length + 1);
    const publishedAt =
      sample.published === null ? getCurrentTime(share, now, calendar) : toOpening(sample.published);
    return makeHistory(sample, publishedAt, toPastTime);
  });
  // Few statements instead of hundreds: the first start of the demo must be fast.
  const inserted = await tx
    .insert(signals)
    .values(histories.map((rows) => rows.at(-1) as NewSignalRow))
    .returning({ id: signals.id, code: signals.code });
  const codes = new Map(inserted.map(({ id, code }) => [id, code]));
  const author = { name: SAMPLE_AUTHOR, administratorId: null };
  const coded = histories.map((rows) => rows.map((row) => ({ ...row, code: codes.get(row.id) ?? '' })));
  const changes = coded.flatMap((rows) =>
    rows.map((after, index) => {
      const changedAt = after.changedAt ?? after.createdAt;
      return { before: rows[index - 1] ?? null, after, author, override: null, changedAt };
    }),
  );
  await insertVersions(tx, changes.map(toVersion));
  // The entries have the order in which a running ledger would have them: the demo shows invented data as a running product.
  const byTime = changes.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  // The job signs the head when the server has started.
  const transaction = { tx, announce, events: null, signingKey: null };
  await recordSignalChanges(byTime.map(toSignalChange), transaction);
}

/** Returns the row of a signal at each version. */
function makeHistory(
  { signal, changes }: SampleSignal,
  publishedAt: Date,
  toPastTime: (daysAgo: number) => Date,
): NewSignalRow[] {
  const rows = [toRow(signal, publishedAt)];
  let body = signal;
  for (const { daysAgo, patch } of changes) {
    const previous = rows.at(-1) as NewSignalRow;
    const changedAt = toPastTime(daysAgo);
    body = { ...body, ...patch };
    rows.push({
      ...previous,
      stopLoss: body.stop_loss,
      callStatus: body.call_status,
      version: previous.version + 1,
      changedAt,
      closedAt: body.call_status === 'closed' ? changedAt : null,
    });
  }
  return rows;
}

const toRow = (signal: SampleSignal['signal'], createdAt: Date): NewSignalRow => ({
  ...toSignalColumns(signal),
  id: randomUUID(),
  version: 1,
  createdAt,
  notes: null,
  changedAt: null,
  closedAt: null,
  deletedAt: null,
});

/** Returns a function from the trading days before the end of the last one, such as 2.25, to a time in session. */
function createPastTimes(now: Date, calendar: TradingCalendar): (daysAgo: number) => Date {
  const days = [toKarachiDate(getLastSessionEnd(now, calendar))];
  return (daysAgo) => {
    const index = Math.ceil(daysAgo) - 1;
    while (days.length <= index) days.push(getPreviousTradingDay(days.at(-1) as string, calendar.holidays));
    return getSessionTime(days[index] as string, Math.ceil(daysAgo) - daysAgo, calendar) as Date;
  };
}

const MAX_LEAD_MS = 3 * HOUR;

/**
 * Returns a time on the current trading day: in session, or while there has been no session yet, shortly before now and
 * after the end of the last trading day, as calls for the next one are published.
 */
function getCurrentTime(share: number, now: Date, calendar: TradingCalendar): Date {
  const today = toKarachiDate(now);
  const isTradingToday = toKarachiDate(getSessionEnd(now, calendar)) === today;
  const inSession = isTradingToday ? getSessionTime(today, share, { ...calendar, until: now }) : null;
  if (inSession) return inSession;
  const sinceLastMs = now.getTime() - getLastSessionEnd(now, calendar).getTime();
  return addMilliseconds(now, -(1 - share) * Math.min(sinceLastMs, MAX_LEAD_MS));
}
