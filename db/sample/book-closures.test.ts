import { describe, expect, it } from 'vitest';
import { findCompany } from '#server/domains/market/market.ts';
import { sampleBookClosures } from './book-closures.ts';

describe('the sample book closures', () => {
  it('are sixty over many companies, past and to come, some on the same day', () => {
    expect(sampleBookClosures.length).toBe(60);
    expect(new Set(sampleBookClosures.map(({ symbol }) => symbol)).size).toBeGreaterThan(45);
    const days = sampleBookClosures.map(({ tradingDays }) => tradingDays);
    expect([Math.min(...days), Math.max(...days)]).toEqual([-42, 30]);
    expect(days.filter((day) => day > 0).length).toBeGreaterThan(20);
    expect(new Set(days).size).toBeLessThan(45);
  });

  it('have payouts of every kind, face values that are not known, open ends and published ex-dates', () => {
    const payouts = sampleBookClosures.map(({ payout }) => payout).join('\n');
    for (const kind of ['(F) (D)', '(i) (D)', '(B)', '(R)', '(F)10% (b)', 'NIL', 'Dividend=60%Bonus=20%'])
      expect(payouts).toContain(kind);
    expect(sampleBookClosures.some(({ faceValue }) => faceValue === null)).toBe(true);
    expect(sampleBookClosures.some(({ length }) => length === null)).toBe(true);
    expect(sampleBookClosures.some(({ isExDatePublished }) => isExDatePublished)).toBe(true);
  });

  it.each(sampleBookClosures)(
    '$symbol, $tradingDays: is of a listed company and ends after it begins',
    (closure) => {
      expect(findCompany(closure.symbol)?.symbol).toBe(closure.symbol);
      expect(closure.length ?? 1).toBeGreaterThan(0);
      expect(closure.faceValue ?? '10.00').toMatch(/^\d+\.\d{2}$/);
    },
  );

  it('have one closure of a company on a day', () => {
    const keys = sampleBookClosures.map(({ symbol, tradingDays }) => `${symbol} ${tradingDays}`);
    expect(new Set(keys).size).toBe(60);
  });
});
