import { describe, expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import type { PastClosure } from '#features/corporate-actions/server/corporate-actions.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import type { BarValues, PriceRow } from './price-records.ts';
import { restoreSeries } from './restated-series.ts';

const closure = (payout: string, exDate: string): PastClosure => ({
  eventKey: `THRN|${exDate}`,
  symbol: 'THRN',
  exDate,
  isExDateEstimated: false,
  payout,
  faceValue: null,
  parts: parsePayout(payout) ?? [],
  isPayoutUnderstood: parsePayout(payout) !== null,
  rupeesPerShare: null,
});
const SPLIT = closure('Stock split 5:1', '2026-10-19');

/** Makes a row of close and open. */
const point = (date: string, close: string, open?: string): PriceRow => ({
  line: 1,
  text: '',
  record: {
    symbol: 'THRN',
    companyName: 'Thorn Limited',
    date,
    isPoint: true,
    values: { close, volume: '100', ...(open === undefined ? {} : { open }) },
  },
});

async function restore(rows: PriceRow[], closures: PastClosure[]) {
  const restored = await restoreSeries(rows, async () => closures);
  return restored.map((row) => {
    if (!('record' in row)) return 'rejection' in row ? row.rejection : row;
    const { close, open, volume } = row.record.values as Partial<BarValues>;
    return { close, open, volume, doubts: row.record.doubts?.length ?? 0 };
  });
}

describe('restoreSeries', () => {
  const after = point('2026-10-19', '71.80', '70.50');
  const unchanged = { close: '71.80', open: '70.50', volume: '100', doubts: 0 };

  it('stores only the close, as traded, of a point whose close is restated for a known split', async () => {
    expect(await restore([after, point('2026-10-16', '70.05', '349.80')], [SPLIT])).toEqual([
      unchanged,
      { close: '350.25', open: undefined, volume: undefined, doubts: 0 },
    ]);
  });

  it('restores the product of several changes, and of those that a series of an earlier day had', async () => {
    const closures = [SPLIT, closure('100% (B)', '2026-11-09')];
    expect(
      await restore([point('2026-10-16', '35.02', '349.80'), point('2026-10-30', '36', '71.9')], closures),
    ).toEqual([
      { close: '350.20', open: undefined, volume: undefined, doubts: 0 },
      { close: '72.00', open: undefined, volume: undefined, doubts: 0 },
    ]);
    expect(await restore([point('2026-10-16', '70.05', '349.80')], closures)).toEqual([
      expect.objectContaining({ close: '350.25' }),
    ]);
  });

  it('leaves points as traded as they are', async () => {
    expect(await restore([after, point('2026-10-16', '350.25', '349.80')], [SPLIT])).toEqual([
      unchanged,
      { close: '350.25', open: '349.80', volume: '100', doubts: 0 },
    ]);
  });

  it('rejects points that a split restates which no book closure has', async () => {
    const [, row] = await restore([after, point('2026-10-16', '70.05', '349.80')], []);
    expect(row).toContain('The open 349.80 is 4.99 times the close 70.05');
    expect(row).toContain('Import that closure first');
  });

  it('rejects points that a bonus of 20 % restates which no book closure has', async () => {
    const rows = Array.from({ length: 60 }, (_, day) =>
      point(addDays('2026-06-01', day), '100', day < 40 ? '120' : '100.5'),
    );
    const results = await restore(rows, []);
    expect(results.slice(0, 40).every((row) => typeof row === 'string')).toBe(true);
    expect(results.slice(41).every((row) => typeof row === 'object')).toBe(true);
    const known = await restore(rows, [closure('20% (B)', addDays('2026-06-01', 40))]);
    expect(known[10]).toMatchObject({ close: '120.00' });
    expect(known[50]).toMatchObject({ close: '100', open: '100.5' });
  });

  it.each([
    ['a bonus of 5 % in a long series', 60, '105', 'rejected'],
    ['opens near the closes in a long series', 60, '101', 0],
    ['a bonus of 20 % in a short series', 10, '120', 1],
    ['a bonus of 5 % in a short series', 10, '105', 1],
    ['opens near the closes in a short series', 10, '101', 0],
  ])('does not accept points that an unknown bonus may restate: %s', async (_, days, open, expected) => {
    const rows = Array.from({ length: days }, (_each, day) => point(addDays('2026-06-01', day), '100', open));
    const results = await restore(rows, []);
    const found = results.map((row) =>
      typeof row === 'object' && 'doubts' in row ? row.doubts : typeof row === 'string' ? 'rejected' : row,
    );
    expect(found).toEqual(rows.map(() => expected));
  });

  it('doubts closes that have no step on the ex-date of a split, and proposes them as traded', async () => {
    expect(await restore([after, point('2026-10-16', '70.05', '69.90')], [SPLIT])).toEqual([
      unchanged,
      { close: '350.25', open: undefined, volume: undefined, doubts: 1 },
    ]);
    expect(await restore([point('2026-10-19', '71.80'), point('2026-10-16', '70.05')], [SPLIT])).toEqual([
      expect.objectContaining({ close: '71.80', doubts: 0 }),
      expect.objectContaining({ close: '350.25', doubts: 1 }),
    ]);
  });

  it('accepts a step some days before an estimated ex-date', async () => {
    const rows = [point('2026-10-12', '350', '349'), point('2026-10-14', '70', '71'), after];
    expect(await restore(rows, [SPLIT])).toEqual([
      { close: '350', open: '349', volume: '100', doubts: 0 },
      { close: '70', open: '71', volume: '100', doubts: 0 },
      unchanged,
    ]);
  });

  it('doubts a single point whose open contradicts those around it', async () => {
    const rows = Array.from({ length: 9 }, (_, day) =>
      point(addDays('2026-06-01', day), '100', day === 4 ? '150' : '100.5'),
    );
    const results = await restore(rows, []);
    expect(results[4]).toEqual({ close: '100', open: undefined, volume: '100', doubts: 1 });
    expect(results[5]).toMatchObject({ doubts: 0 });
  });
});
