import { describe, expect, it } from 'vitest';
import { toKarachiDate } from '#core/contract/dates.ts';
import {
  cacheTradingCalendar,
  getSessionEnd,
  getSessionTime,
  isTradingDay,
} from '#features/market/server/market.ts';
import { sampleSignals } from '#features/signals/sample/sample-signals.ts';
import { signals, signalVersions } from '#features/signals/server/signals.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { loadSampleSignals } from './load-sample-signals.ts';

const test = useTestApp();

const ROLLBACK = new Error('rollback');

/** Loads the signals in a transaction that is rolled back, because signals cannot be removed. */
async function load(now: Date) {
  const calendar = await cacheTradingCalendar(test.database)();
  let rows: (typeof signals.$inferSelect)[] = [];
  let versions: (typeof signalVersions.$inferSelect)[] = [];
  const loading = test.database.transaction(async (tx, announce) => {
    await loadSampleSignals(tx, announce, { now, calendar });
    rows = await tx.select().from(signals);
    versions = await tx.select().from(signalVersions);
    throw ROLLBACK;
  });
  await expect(loading).rejects.toBe(ROLLBACK);
  const isInSession = (time: Date) => {
    const date = toKarachiDate(time);
    if (!isTradingDay(date, calendar.holidays)) return false;
    const before = getSessionTime(date, 0.999_999, { ...calendar, until: new Date(time.getTime() + 60_000) });
    return before?.getTime() === time.getTime();
  };
  return { calendar, rows, versions, isInSession };
}

// Iqbal Day, Monday 9 November 2026, is a holiday.
const DURING_SESSIONS = [
  ['on a Wednesday', '2026-11-18T11:05:00+05:00'],
  ['in the first minutes of a Tuesday after a holiday', '2026-11-10T09:36:00+05:00'],
  ['in the break of a Friday', '2026-11-20T13:20:00+05:00'],
  ['in Ramazan', '2027-02-15T12:30:00+05:00'],
] as const;
const OUTSIDE_SESSIONS = [
  ['on a Saturday', '2026-11-21T10:42:00+05:00'],
  ['before the open', '2026-11-18T08:05:00+05:00'],
  ['after the close', '2026-11-18T15:31:00+05:00'],
  ['on a holiday', '2026-11-09T12:00:00+05:00'],
] as const;

describe('the first start of the demo', () => {
  it.each([...DURING_SESSIONS, ...OUTSIDE_SESSIONS])(
    'dates past signals before the open and all changes inside sessions, in order: %s',
    async (_, time) => {
      const now = new Date(time);
      const { calendar, rows, versions, isInSession } = await load(now);
      const isCurrent = (id: string) =>
        rows.some(
          (row) => row.id === id && row.signalType === 'intraday' && row.callStatus === 'in_progress',
        );
      const past = versions.filter(({ signalId }) => !isCurrent(signalId));
      const isBeforeOpen = (time: Date) => {
        const opening = getSessionTime(toKarachiDate(time), 0, calendar);
        return opening !== null && time < opening;
      };
      for (const { version, changedAt } of past)
        expect(version === 1 ? isBeforeOpen(changedAt) : isInSession(changedAt)).toBe(true);
      expect(past.every(({ changedAt }) => changedAt <= now)).toBe(true);
      for (const list of Map.groupBy(versions, ({ signalId }) => signalId).values()) {
        const ordered = list.toSorted((a, b) => a.version - b.version).map(({ changedAt }) => +changedAt);
        expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
        expect(new Set(ordered).size).toBe(ordered.length);
      }
      for (const row of rows.filter(({ callStatus }) => callStatus === 'closed'))
        expect(row.closedAt).toEqual(
          versions.find(({ signalId, version }) => signalId === row.id && version === row.version)?.changedAt,
        );
    },
  );

  it.each(DURING_SESSIONS)('publishes open intraday signals inside the session %s', async (_, time) => {
    const { rows, isInSession } = await load(new Date(time));
    const open = rows.filter((row) => row.signalType === 'intraday' && row.callStatus === 'in_progress');
    expect(open.map(({ createdAt }) => isInSession(createdAt))).toEqual([true, true, true]);
    expect(new Set(open.map(({ createdAt }) => toKarachiDate(createdAt)))).toEqual(
      new Set([toKarachiDate(new Date(time))]),
    );
  });

  it.each(OUTSIDE_SESSIONS)('publishes open intraday signals for the next session %s', async (_, time) => {
    const now = new Date(time);
    const { rows, calendar } = await load(now);
    const open = rows.filter((row) => row.signalType === 'intraday' && row.callStatus === 'in_progress');
    expect(open).toHaveLength(3);
    for (const { createdAt } of open) {
      expect(createdAt < now).toBe(true);
      expect(getSessionEnd(createdAt, calendar) > now).toBe(true);
    }
  });

  it('stores eight open and forty closed signals, with moved stops in their histories', async () => {
    const { rows, versions } = await load(new Date('2026-11-18T11:05:00+05:00'));
    expect(rows.filter(({ callStatus }) => callStatus === 'closed')).toHaveLength(40);
    expect(rows).toHaveLength(sampleSignals.length);
    const moved = rows.filter(({ id, stopLoss }) =>
      versions.some(({ signalId, signal }) => signalId === id && signal.stop_loss !== stopLoss),
    );
    expect(moved.length).toBeGreaterThan(20);
    expect(new Set(versions.map(({ changedBy }) => changedBy))).toEqual(new Set(['Sample content']));
  });

  it('creates the same signals again for the same time', async () => {
    const now = new Date('2026-11-18T11:05:00+05:00');
    const read = async () =>
      (await load(now)).rows
        .map(({ symbol, createdAt, closedAt, stopLoss }) => [
          symbol,
          +createdAt,
          closedAt?.getTime(),
          stopLoss,
        ])
        .toSorted();
    expect(await read()).toEqual(await read());
  });
});
