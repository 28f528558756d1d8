import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculatePosition, type PositionSettings } from './calculate-position.ts';

const buy = { order_type: 'buy', entry_price: '100.00', stop_loss: '95.00' } as const;
const sell = { order_type: 'sell', entry_price: '412.25', stop_loss: '418.25' } as const;
/** Rs. 200,000, 1 % of which is at risk, without fees. */
const settings: PositionSettings = { capital: 200_000_00n, risk: 100n, fees: 0n };

const calculate = (levels: Parameters<typeof calculatePosition>[0], change: Partial<PositionSettings> = {}) =>
  calculatePosition(levels, 1, { ...settings, ...change });

describe('calculatePosition', () => {
  it('risks exactly the budget when it divides evenly', () => {
    expect(calculate(buy)).toMatchObject({
      shares: 400n,
      limit: 'risk',
      budget: 2_000_00n,
      loss: 2_000_00n,
      value: 40_000_00n,
      needed: 40_000_00n,
      fees: 0n,
    });
  });

  it('loses more from the price that LUCK has run to than from its entry price', () => {
    const luck = { order_type: 'buy', entry_price: '471.00', stop_loss: '465.00' } as const;
    const settingsOfLuck = { capital: 500_000_00n, fees: 200n };
    expect(calculate(luck, settingsOfLuck)).toMatchObject({ shares: 635n, loss: 4_998_72n });
    // 635 shares would lose Rs. 36,506.81.
    expect(calculate({ ...luck, entry_price: '520.52' }, settingsOfLuck)).toMatchObject({
      shares: 86n,
      loss: 4_944_23n,
      lossPerShare: 57_50n,
    });
  });

  it('rounds down to whole shares', () => {
    expect(calculate({ ...buy, stop_loss: '93.00' })).toMatchObject({ shares: 285n, loss: 1_995_00n });
  });

  it('includes the fees of both sides in the loss and those of the entry in the cost', () => {
    // Each share loses 5.00 + 0.15 % of 195.00 = 5.2925: 377 shares lose 1,995.2725.
    expect(calculate(buy, { fees: 150n })).toMatchObject({
      shares: 377n,
      loss: 1_995_28n,
      fees: 110_28n,
      entryFees: 56_55n,
      needed: 37_756_55n,
    });
  });

  it('calculates a sell from the distance to the stop above', () => {
    expect(calculate(sell)).toMatchObject({ shares: 333n, loss: 1_998_00n, value: 137_279_25n });
  });

  it('stops at what the capital pays for', () => {
    expect(calculate({ ...buy, stop_loss: '99.90' })).toMatchObject({
      shares: 2_000n,
      limit: 'capital',
      needed: 200_000_00n,
      loss: 200_00n,
    });
  });

  it('pays the fees from the capital too', () => {
    expect(calculate({ ...buy, stop_loss: '99.99' }, { fees: 150n })).toMatchObject({
      shares: 1_997n,
      limit: 'capital',
      needed: 199_999_55n,
    });
  });

  it('needs a part of the value with leverage, and all of the fees', () => {
    const position = calculatePosition({ ...buy, stop_loss: '99.90' }, 5, { ...settings, fees: 100n });
    // Each share needs 20.00 + 0.10, and loses 0.10 + 0.1999 = 0.2999.
    expect(position).toMatchObject({ shares: 6_668n, limit: 'risk', needed: 134_026_80n });
    expect(position?.value).toBe(666_800_00n);
  });

  it('a position has no share when one loses more than the risk', () => {
    expect(calculate(buy, { capital: 499_99n })).toMatchObject({ shares: 0n, limit: 'risk' });
    expect(calculate(buy, { capital: 500_00n })).toMatchObject({ shares: 1n, limit: 'risk' });
  });

  it('a position has no share when the capital does not pay for one', () => {
    expect(calculate(buy, { capital: 99_99n, risk: 10_000n })).toMatchObject({
      shares: 0n,
      limit: 'capital',
    });
  });

  it.each([
    ['a buy with the stop at the entry', { ...buy, stop_loss: '100.00' }],
    ['a buy with the stop above the entry', { ...buy, stop_loss: '100.01' }],
    ['a sell with the stop below the entry', { ...sell, stop_loss: '412.24' }],
  ])('a position has no result for %s', (_, levels) => {
    expect(calculate(levels)).toBeNull();
  });

  it('never risks or needs more than the user has, and one share more would', () => {
    const toPrice = (paisa: number) => `${Math.floor(paisa / 100)}.${String(paisa % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 999_999_999_999 }),
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.bigInt({ min: 1n, max: 999_999_999_999n }),
        fc.bigInt({ min: 1n, max: 10_000n }),
        fc.bigInt({ min: 0n, max: 10_000n }),
        fc.integer({ min: 1, max: 100 }),
        (entry, stop, capital, risk, fees, leverage) => {
          fc.pre(entry !== stop);
          const order_type = stop < entry ? 'buy' : 'sell';
          const levels = { order_type, entry_price: toPrice(entry), stop_loss: toPrice(stop) } as const;
          const position = calculatePosition(levels, leverage, { capital, risk, fees });
          if (!position) throw new Error('no position');
          const exceeds = (shares: bigint) => {
            const perShare = BigInt(Math.abs(entry - stop)) * 100_000n + BigInt(entry + stop) * fees;
            const isTooRisky = shares * perShare * 10_000n > capital * risk * 100_000n;
            const price = BigInt(entry) * (100_000n + fees * BigInt(leverage));
            return isTooRisky || shares * price > capital * 100_000n * BigInt(leverage);
          };
          expect(exceeds(position.shares)).toBe(false);
          expect(exceeds(position.shares + 1n)).toBe(true);
          expect(position.needed <= capital).toBe(true);
        },
      ),
    );
  });
});
