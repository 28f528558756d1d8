import { expect, it } from 'vitest';
import { priceAdjustments, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { listEvaluatedAdjustments } from './confirm-adjustments.ts';

const test = useTestApp();

const EX_DATE = '2026-11-18';
/** Closes at 100 on 17 November. */
const CLOSE = 100_00;
const BONUS = { kind: 'bonus', factor: '0.909090909091' } as const;
const DIVIDEND = { kind: 'dividend', dividend: '909.0000' } as const;

let symbols = 0;

/** Stores payouts, the bars before the ex-date and the previous close of the ex-date, and returns whether the bonus is confirmed. */
async function isBonusConfirmed(
  payouts: readonly (typeof BONUS | typeof DIVIDEND)[],
  previousClose: number,
  before: { close: number; volume: number }[] = [{ close: CLOSE, volume: 1000 }],
): Promise<boolean | undefined> {
  symbols += 1;
  const symbol = `ADJ${symbols}`;
  const { db } = test.database;
  await db
    .insert(priceBars)
    .values([
      ...before.map((bar, index) => ({ symbol, date: `2026-11-1${6 + index}`, ...bar })),
      { symbol, date: EX_DATE, close: previousClose, previousClose, volume: 1000 },
    ]);
  await db.insert(priceAdjustments).values(
    payouts.map((payout) => ({
      ...{ symbol, exDate: EX_DATE, source: `${symbol}:${payout.kind}`, description: payout.kind },
      ...{ recordedAt: test.clock.now(), ...payout },
    })),
  );
  const adjustments = await listEvaluatedAdjustments(db, [symbol]);
  return adjustments.find(({ factor }) => factor === BONUS.factor)?.isConfirmed;
}

it.each<[string, Parameters<typeof isBonusConfirmed>[0], number, boolean]>([
  ['is the close after it', [BONUS], 90_91, true],
  ['is that close to within a paisa', [BONUS], 90_92, true],
  ['is another one', [BONUS], 90_93, false],
  ['is the last close', [BONUS], CLOSE, false],
  ['is the close after both it and a dividend', [BONUS, DIVIDEND], 82_65, true],
  ['is also the close after a dividend of the same size', [BONUS, DIVIDEND], 90_91, false],
])(
  'the previous close of an ex-date confirms a bonus, or not, if it %s',
  async (_, payouts, previous, isConfirmed) => {
    expect(await isBonusConfirmed(payouts, previous)).toBe(isConfirmed);
  },
);

it('the close of an untraded bar confirms no bonus', async () => {
  // 110 × 10 / 11 would be the previous close.
  const before = [
    { close: CLOSE, volume: 1000 },
    { close: 110_00, volume: 0 },
  ];
  expect(await isBonusConfirmed([BONUS], CLOSE, before)).toBe(false);
});
