import { describe, expect, it } from 'vitest';
import { calculatePosition, type PositionSettings } from './calculate-position.ts';
import { describePosition, formatAmount, formatShare } from './describe-position.ts';

const settings: PositionSettings = { capital: 200_000_00n, risk: 100n, fees: 0n };
const levels = { order_type: 'buy', entry_price: '100.00', stop_loss: '95.00' } as const;

function describeWith(change: Partial<PositionSettings>, stop = levels.stop_loss as string) {
  const changed = { ...levels, stop_loss: stop };
  const position = calculatePosition(changed, 1, { ...settings, ...change });
  return position && describePosition(changed, { ...settings, ...change }, position).join(' ');
}

describe('describePosition', () => {
  it('names the loss and the risk that limits it', () => {
    expect(describeWith({})).toBe(
      'You lose Rs. 2,000.00 (1.00 % of Rs. 200,000.00) if the price reaches the stop of Rs. 95.00. ' +
        'The limit is your risk of Rs. 2,000.00 (1 % of Rs. 200,000.00).',
    );
  });

  it('names the capital as the limit', () => {
    expect(describeWith({ risk: 250n }, '99.90')).toBe(
      'You lose Rs. 200.00 (0.10 % of Rs. 200,000.00) if the price reaches the stop of Rs. 99.90. ' +
        'The limit is your capital, which covers no more shares; the risk that you chose is Rs. 5,000.00 (2.5 % of Rs. 200,000.00).',
    );
  });

  it('explains why the risk allows no share', () => {
    expect(describeWith({ capital: 100_00n })).toBe(
      'No share: one loses Rs. 5.00 at the stop, and you risk Rs. 1.00 (1 % of Rs. 100.00).',
    );
  });

  it('explains why the capital allows no share', () => {
    expect(describeWith({ capital: 50_00n, risk: 10_000n })).toBe(
      'No share: one needs Rs. 100.00, and your capital is Rs. 50.00.',
    );
  });
});

describe('amounts', () => {
  it.each([
    [0n, 'Rs. 0.00'],
    [5n, 'Rs. 0.05'],
    [123_456_789_01n, 'Rs. 123,456,789.01'],
  ])('formats %s paisa as %s', (paisa, text) => {
    expect(formatAmount(paisa)).toBe(text);
  });

  it.each([
    [1n, 3n, '33.33 %'],
    [2n, 3n, '66.67 %'],
    [5n, 5n, '100.00 %'],
    [1n, 20_000n, '0.01 %'],
  ])('formats %s of %s as %s', (amount, capital, text) => {
    expect(formatShare(amount, capital)).toBe(text);
  });
});
