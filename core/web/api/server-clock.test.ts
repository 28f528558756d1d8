import { afterEach, describe, expect, it, vi } from 'vitest';
import { getNow, toBrowserTime, toServerTime, updateClockOffset } from './server-clock.ts';

const BROWSER_NOW = Date.parse('2026-11-22T05:42:00Z');
const MONTH_MS = 30 * 86_400_000;

afterEach(() => {
  updateClockOffset('0');
  vi.useRealTimers();
});

describe("the server's clock in the browser", () => {
  it.each([
    ['has no offset in production', null, '2026-11-22T05:42:00.000Z'],
    ['has no offset in a demo whose clock was not advanced', '0', '2026-11-22T05:42:00.000Z'],
    ['is an hour ahead', '3600000', '2026-11-22T06:42:00.000Z'],
    ['is 30 days ahead', String(MONTH_MS), '2026-12-22T05:42:00.000Z'],
    ['ignores a negative offset', '-3600000', '2026-11-22T05:42:00.000Z'],
    ['ignores text', 'soon', '2026-11-22T05:42:00.000Z'],
    ['ignores an empty header', '', '2026-11-22T05:42:00.000Z'],
    ['ignores a number that is not a date', '9'.repeat(16), '2026-11-22T05:42:00.000Z'],
  ])('%s', (_, header, expected) => {
    vi.useFakeTimers({ now: BROWSER_NOW });
    updateClockOffset(header);
    expect(getNow().toISOString()).toBe(expected);
  });

  it('keeps the last offset when a response reports none', () => {
    vi.useFakeTimers({ now: BROWSER_NOW });
    updateClockOffset('3600000');
    updateClockOffset(null);
    expect(getNow().toISOString()).toBe('2026-11-22T06:42:00.000Z');
  });

  it("converts between the browser's clock and its own", () => {
    updateClockOffset(String(MONTH_MS));
    expect(toServerTime(BROWSER_NOW)).toBe(BROWSER_NOW + MONTH_MS);
    expect(toBrowserTime(toServerTime(BROWSER_NOW))).toBe(BROWSER_NOW);
  });
});
