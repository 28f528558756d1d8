import { describe, expect, it } from 'vitest';
import { findCompany } from '#features/market/server/market.ts';
import { sampleBoardMeetings, sampleFilings } from './board-meetings.ts';

describe('the sample board meetings', () => {
  it('contain sixty meetings of many companies, past and future, several on a date and some without a time', () => {
    expect(sampleBoardMeetings.length).toBe(60);
    expect(new Set(sampleBoardMeetings.map(({ symbol }) => symbol)).size).toBeGreaterThan(45);
    const offsets = sampleBoardMeetings.map(({ tradingDays }) => tradingDays);
    expect([Math.min(...offsets), Math.max(...offsets)]).toEqual([-42, 32]);
    expect(offsets.filter((offset) => offset >= 0).length).toBeGreaterThan(20);
    expect(new Set(offsets).size).toBeLessThan(40);
    expect(sampleBoardMeetings.filter(({ time }) => time === null).length).toBe(5);
    expect(sampleBoardMeetings.some(({ place }) => place === null)).toBe(true);
  });

  it.each(sampleBoardMeetings)(
    'include $symbol, $tradingDays: a listed company with a subject',
    (meeting) => {
      expect(findCompany(meeting.symbol)?.symbol).toBe(meeting.symbol);
      expect(meeting.subject).toMatch(/^[A-Z](?!ample)/);
      expect(meeting.time ?? '12:00').toMatch(/^(09|1[0-6]):[03]0$/);
    },
  );

  it('contain at most one meeting per company and date', () => {
    const keys = sampleBoardMeetings.map(({ symbol, tradingDays }) => `${symbol} ${tradingDays}`);
    expect(new Set(keys).size).toBe(60);
  });

  it('include filings of listed companies in the past', () => {
    expect(sampleFilings.length).toBeGreaterThan(0);
    for (const { symbol, title, hoursAgo } of sampleFilings) {
      expect(findCompany(symbol)?.symbol).toBe(symbol);
      expect(title).toMatch(/^Board Meeting/);
      expect(hoursAgo).toBeGreaterThan(0);
    }
  });
});
