import { describe, expect, it } from 'vitest';
import { findCompany } from '#features/market/server/market.ts';
import { sampleBookClosures } from './book-closures.ts';

describe('the sample book closures', () => {
  it('contain sixty closures of many companies, past and future, some on the same date', () => {
    expect(sampleBookClosures.length).toBe(60);
    expect(new Set(sampleBookClosures.map(({ symbol }) => symbol)).size).toBeGreaterThan(45);
    const offsets = sampleBookClosures.map(({ tradingDays }) => tradingDays);
    expect([Math.min(...offsets), Math.max(...offsets)]).toEqual([-42, 30]);
    expect(offsets.filter((offset) => offset > 0).length).toBeGreaterThan(20);
    expect(new Set(offsets).size).toBeLessThan(45);
  });

  it('contain payouts of every kind, unknown face values, unknown ends and published ex-dates', () => {
    const payouts = sampleBookClosures.map(({ payout }) => payout).join('\n');
    for (const kind of ['(F) (D)', '(i) (D)', '(B)', '(R)', '(F)10% (b)', 'NIL', 'Dividend=60%Bonus=20%'])
      expect(payouts).toContain(kind);
    expect(sampleBookClosures.some(({ faceValue }) => faceValue === null)).toBe(true);
    expect(sampleBookClosures.some(({ length }) => length === null)).toBe(true);
    expect(sampleBookClosures.some(({ isExDatePublished }) => isExDatePublished)).toBe(true);
  });

  it.each(sampleBookClosures)(
    'include $symbol, $tradingDays: a listed company and an end after the first day',
    (closure) => {
      expect(findCompany(closure.symbol)?.symbol).toBe(closure.symbol);
      expect(closure.length ?? 1).toBeGreaterThan(0);
      expect(closure.faceValue ?? '10.00').toMatch(/^\d+\.\d{2}$/);
    },
  );

  it('contain at most one closure per company and date', () => {
    const keys = sampleBookClosures.map(({ symbol, tradingDays }) => `${symbol} ${tradingDays}`);
    expect(new Set(keys).size).toBe(60);
  });
});
