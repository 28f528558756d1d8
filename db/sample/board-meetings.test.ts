import { describe, expect, it } from 'vitest';
import { findCompany } from '#server/domains/market/market.ts';
import { sampleBoardMeetings } from './board-meetings.ts';

describe('the sample board meetings', () => {
  it('are sixty over many companies, past and to come, several on a day and some without a time', () => {
    expect(sampleBoardMeetings.length).toBe(60);
    expect(new Set(sampleBoardMeetings.map(({ symbol }) => symbol)).size).toBeGreaterThan(45);
    const days = sampleBoardMeetings.map(({ tradingDays }) => tradingDays);
    expect([Math.min(...days), Math.max(...days)]).toEqual([-42, 32]);
    expect(days.filter((day) => day >= 0).length).toBeGreaterThan(20);
    expect(new Set(days).size).toBeLessThan(40);
    expect(sampleBoardMeetings.filter(({ time }) => time === null).length).toBe(5);
    expect(sampleBoardMeetings.some(({ place }) => place === null)).toBe(true);
  });

  it.each(sampleBoardMeetings)(
    '$symbol, $tradingDays: is of a listed company and says that it is a sample',
    (meeting) => {
      expect(findCompany(meeting.symbol)?.symbol).toBe(meeting.symbol);
      expect(meeting.subject).toMatch(/^Sample: [A-Z]/);
      expect(meeting.time ?? '12:00').toMatch(/^(09|1[0-6]):[03]0$/);
    },
  );

  it('have one meeting of a company on a day', () => {
    const keys = sampleBoardMeetings.map(({ symbol, tradingDays }) => `${symbol} ${tradingDays}`);
    expect(new Set(keys).size).toBe(60);
  });
});
