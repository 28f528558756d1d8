import { describe, expect, it } from 'vitest';
import type { MarketPeriod } from '#core/contract/market-status.ts';
import { findPeriod, isPlausible } from './follow-market.ts';

const make = (from: string, state: MarketPeriod['state']): MarketPeriod => ({
  from,
  state,
  until: from,
  text: state,
});
const PERIODS = [
  make('2026-11-23T04:32:00.000Z', 'open'),
  make('2026-11-23T10:30:00.000Z', 'closed'),
  make('2026-11-24T04:15:00.000Z', 'pre_open'),
];

describe('findPeriod', () => {
  it.each([
    ['2026-11-23T04:32:00Z', 'open', 21_480_000],
    ['2026-11-23T10:29:59Z', 'open', 1_000],
    ['2026-11-23T10:30:00Z', 'closed', 63_900_000],
  ])('finds the period at %s', (now, state, remainingMs) => {
    expect(findPeriod(PERIODS, Date.parse(now))).toMatchObject({ period: { state }, remainingMs });
  });

  it.each([
    ['before the first', '2026-11-23T04:31:59Z'],
    ['in the last, whose end is not known', '2026-11-24T04:15:00Z'],
  ])('finds none %s', (_, now) => {
    expect(findPeriod(PERIODS, Date.parse(now))).toBeNull();
  });
});

describe('isPlausible', () => {
  const status = { as_of: '2026-11-23T05:00:00.000Z', periods: PERIODS };
  it.each([
    ['2026-11-23T05:01:00Z', true],
    ['2026-11-23T04:58:00Z', true],
    ['2026-11-23T05:03:01Z', false],
    ['2026-11-22T05:00:00Z', false],
  ])('compares %s with the time of the page', (now, expected) => {
    expect(isPlausible(Date.parse(now), status)).toBe(expected);
  });
});
