import { describe, expect, it } from 'vitest';
import { findReplaced, readNotice } from './read-notice.ts';

const read = (text: string) => readNotice(text, 2026);
const list = (text: string) =>
  read(text).holidays.map(({ date, name, is_tentative }) => `${date} ${name}${is_tentative ? ' ?' : ''}`);

describe('readNotice', () => {
  it('reads a yearly table of dates and events in many forms, with days of the moon as tentative', () => {
    const table = `HOLIDAY CALENDAR - 2027
      Notice dated January 21, 2027
      S.No  Date  Day  Occasion
      1  February 5, 2027  Friday  Kashmir Day
      2  10-03-2027 to 12-03-2027  Eid-ul-Fitr*
      3.\tTuesday\t23rd March\tPakistan Day
      4. May 17, 18 & 19 (Mon, Tue & Wed) Eid-ul-Azha (subject to the moon)
      5 | 2027-05-28 | Youm-e-Takbeer
      Ashura 15th to 16th June 2027
      Iqbal Day: 9-Nov-27`;
    expect(list(table)).toEqual([
      '2027-02-05 Kashmir Day',
      '2027-03-10 Eid-ul-Fitr ?',
      '2027-03-11 Eid-ul-Fitr ?',
      '2027-03-12 Eid-ul-Fitr ?',
      '2027-03-23 Pakistan Day',
      '2027-05-17 Eid-ul-Azha (subject to the moon) ?',
      '2027-05-18 Eid-ul-Azha (subject to the moon) ?',
      '2027-05-19 Eid-ul-Azha (subject to the moon) ?',
      '2027-05-28 Youm-e-Takbeer',
      '2027-06-15 Ashura ?',
      '2027-06-16 Ashura ?',
      '2027-11-09 Iqbal Day',
    ]);
  });

  it.each([
    [
      'All members are informed that the Exchange shall remain closed on Friday, August 14, 2026 on account of Independence Day.',
      ['2026-08-14 Independence Day'],
    ],
    [
      'The Exchange will remain closed on Tuesday and Wednesday,\nJuly 16 & 17, 2024 on account of Ashura. Trading resumes on July 18, 2024.',
      ['2024-07-16 Ashura', '2024-07-17 Ashura'],
    ],
    [
      'The market will remain closed from Monday, March 31 to Wednesday, April 2, 2025 on account of Eid-ul-Fitr.',
      ['2025-03-31 Eid-ul-Fitr', '2025-04-01 Eid-ul-Fitr', '2025-04-02 Eid-ul-Fitr'],
    ],
  ])('reads the sentence of a notice as certain: %s', (text, days) => {
    expect(list(text)).toEqual(days);
  });

  it('reads bank holidays apart', () => {
    const text =
      'The State Bank of Pakistan shall remain closed on Friday, 1st January 2027 being a bank holiday.';
    expect(read(text)).toMatchObject({
      holidays: [],
      bank_holidays: [{ date: '2027-01-01', is_tentative: false }],
    });
  });

  it("reads the clearing company's table, also with mixed dates", () => {
    const table = `CLEARING SCHEDULE FOR THE MONTHS OF FEBRUARY TO MARCH 2026
      TRANSACTION DATE  DAY  SETTLEMENT DATE  DAY
      18.02.2026 Wednesday 20.02.26 Friday
      19-Feb-26 Thu 23-Feb-26 Mon
      20.02.2026 Friday 22.02.2026 Sunday
      24.02.2026 Monday 25.02.2026 Wednesday
      26.02.2026 Thursday 26.02.2026 Thursday`;
    const { settlement_dates, left_out } = read(table);
    expect(settlement_dates).toEqual([
      { trade_date: '2026-02-18', settlement_date: '2026-02-20' },
      { trade_date: '2026-02-19', settlement_date: '2026-02-23' },
    ]);
    expect(left_out.map(({ reason }) => reason)).toEqual([
      'Sun 22 Feb 2026 is a weekend. Enter weekdays.',
      'The notice names a Monday, but 24 Feb 2026, 25 Feb 2026 is another weekday.',
      'Trades settle after their own date. Enter a later settlement date.',
    ]);
  });

  it.each([
    ['on lines', '\n'],
    ['in a sentence', '; '],
  ])('reads holidays %s of a notice that mentions settlement', (_, separator) => {
    const days = ['May 17, 2027 to May 19, 2027 Eid-ul-Azha', 'May 28, 2027 Youm-e-Takbeer'];
    const text = `No trades take place and no settlement on the following days: ${days.join(separator)}`;
    expect(list(text)).toEqual([
      '2027-05-17 Eid-ul-Azha ?',
      '2027-05-18 Eid-ul-Azha ?',
      '2027-05-19 Eid-ul-Azha ?',
      '2027-05-28 Youm-e-Takbeer',
    ]);
    expect(read(text)).toMatchObject({ settlement_dates: [], left_out: [] });
  });

  it.each([
    [
      'TRADE DATE  SETTLEMENT DATE\n17 & 18 May 2027 Eid-ul-Azha',
      'It is not one trade date and its settlement date.',
    ],
    [
      'TRADE DATE  SETTLEMENT DATE\nMay 17, 2027 to May 19, 2027 Eid-ul-Azha',
      'It is not one trade date and its settlement date.',
    ],
    ['Notice dated May 3, 2027', 'It seems to be about the notice itself.'],
    ['17 May 2027', 'No event was found.'],
  ])('leaves out a line with dates that it does not read: %j', (text, reason) => {
    const { left_out, ...days } = read(text);
    expect(days).toEqual({ holidays: [], bank_holidays: [], settlement_dates: [] });
    expect(left_out).toEqual([{ line: text.split('\n').at(-1), reason }]);
  });

  it('leaves out the days next to the sentence about a closure', () => {
    const { holidays, left_out } = read(
      'The Exchange will remain closed on May 28, 2027 on account of Youm-e-Takbeer.\n17 May 2027 Eid-ul-Azha',
    );
    expect(holidays.map(({ date }) => date)).toEqual(['2027-05-28']);
    expect(left_out.map(({ line }) => line)).toEqual(['17 May 2027 Eid-ul-Azha']);
  });

  it('leaves out days that contradict themselves', () => {
    const { holidays, left_out } = read('Friday, 5 February 2026 Kashmir Day\n14 Aug 2027 Independence Day');
    expect(holidays).toEqual([]);
    expect(left_out.map(({ reason }) => reason)).toEqual([
      'The notice names a Friday, but 5 Feb 2026 is another weekday.',
      '14 Aug 2027 is on a weekend.',
    ]);
  });

  it('reads nothing from other text, and any text quickly', () => {
    const nothing = { holidays: [], bank_holidays: [], settlement_dates: [], left_out: [] };
    for (const text of ['', 'No dates here.', '31 February 2026', '32.13.2026', '1,'.repeat(10_000)])
      expect(read(text)).toEqual(nothing);
    // None of them takes more than the time limit of a test.
    for (const part of ['1 & ', 'closed on ', '1-', 'May 1 to ', '*('])
      expect(read(part.repeat(Math.ceil(20_000 / part.length))).settlement_dates).toEqual([]);
  });
});

it('finds the expected days that a notice replaces', () => {
  const day = (date: string, name: string, is_tentative = true) => ({ date, name, is_tentative });
  const existing = [
    day('2027-03-10', 'Eid-ul-Fitr'),
    day('2027-03-11', 'Eid-ul-Fitr'),
    day('2027-03-23', 'Pakistan Day'),
    day('2027-05-17', 'Eid-ul-Azha'),
  ];
  const notice = [day('2027-03-11', 'Eid-ul-Fitr', false), day('2027-03-12', 'Eid-ul-Fitr', false)];
  expect(findReplaced(notice, existing).map(({ date }) => date)).toEqual(['2027-03-10']);
  expect(findReplaced(notice, [day('2027-03-10', 'Eid-ul-Fitr', false)])).toEqual([]);
  // An additional day replaces none of several expected ones.
  expect(findReplaced([day('2027-03-12', 'Eid-ul-Fitr', false)], existing)).toEqual([]);
});
