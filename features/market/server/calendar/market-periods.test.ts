import { describe, expect, it } from 'vitest';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { PUBLISHED_SCHEDULES } from '#tests/support/market/market.ts';
import { listMarketPeriods } from './market-status.routes.ts';

const named = (name: string, isTentative = false) => ({ name, isTentative });
const NAMES = new Map([
  ['2026-03-20', named('Eid-ul-Fitr')],
  ['2026-03-23', named('Pakistan Day, Eid-ul-Fitr')],
  ['2026-11-09', named('Iqbal Day')],
  ['2026-12-25', named('Quaid-e-Azam Day and Christmas')],
  ['2027-03-10', named('Eid-ul-Fitr', true)],
]);
const schedules = PUBLISHED_SCHEDULES.map((hours) => ({
  ...hours,
  is_tentative: hours.valid_from === '2027-02-09',
}));
const CALENDAR = { holidays: toHolidays(NAMES.keys()), schedules };

const at = (karachi: string) => new Date(`${karachi.replace(' ', 'T')}+05:00`);
const list = (now: string, count = 1) => listMarketPeriods(at(now), CALENDAR, NAMES, count);

describe('listMarketPeriods', () => {
  it.each([
    ['before the pre-open', '2026-11-23 08:00:00', 'closed', 'Closed, opens Mon 09:32 PKT'],
    ['in the pre-open', '2026-11-23 09:15:00', 'pre_open', 'Pre-open, opens 09:32 PKT'],
    ['at the opening', '2026-11-23 09:32:00', 'open', 'Open until 15:30 PKT'],
    ['in the last second of a session', '2026-11-23 15:29:59', 'open', 'Open until 15:30 PKT'],
    ['at the close', '2026-11-23 15:30:00', 'closed', 'Closed, opens Tue 09:32 PKT'],
    ['after midnight', '2026-11-24 00:05:00', 'closed', 'Closed, opens Tue 09:32 PKT'],
    ['in the first session of a Friday', '2026-11-27 10:00:00', 'open', 'Open until 12:00 PKT'],
    ['in the break of a Friday', '2026-11-27 13:00:00', 'closed', 'Closed, opens Fri 14:32 PKT'],
    ['in the second pre-open of a Friday', '2026-11-27 14:20:00', 'pre_open', 'Pre-open, opens 14:32 PKT'],
    ['in the second session of a Friday', '2026-11-27 15:00:00', 'open', 'Open until 16:30 PKT'],
    ['on a weekend', '2026-11-28 11:00:00', 'closed', 'Closed, opens Mon 09:32 PKT'],
    ['on a holiday', '2026-11-09 11:00:00', 'holiday', 'Holiday: Iqbal Day, opens Tue 09:32 PKT'],
    ['in hours that are not announced', '2027-02-10 13:00:00', 'open', 'Open until 13:30 PKT (expected)'],
    [
      'on a holiday that is not confirmed',
      '2027-03-10 10:00:00',
      'holiday',
      'Expected holiday: Eid-ul-Fitr, opens Thu 09:32 PKT',
    ],
    ['in Ramazan', '2026-02-19 13:00:00', 'open', 'Open until 13:30 PKT'],
    [
      'on a holiday before another',
      '2026-03-20 10:00:00',
      'holiday',
      'Holiday: Eid-ul-Fitr, opens Tue 09:32 PKT',
    ],
    ['on the weekend between holidays', '2026-03-21 10:00:00', 'closed', 'Closed, opens Tue 09:32 PKT'],
  ])('describes the market %s', (_, now, state, text) => {
    expect(list(now)).toMatchObject([{ state, text }]);
  });

  it('shortens the long name of a holiday', () => {
    const [period] = list('2026-12-25 10:00:00');
    expect(period?.text).toBe('Holiday: Quaid-e-Azam Day…, opens Mon 09:32 PKT');
  });

  it('names the date of an opening that is a week away', () => {
    const days = ['24', '25', '26', '27', '30'].map((day) => `2026-11-${day}`);
    const calendar = { holidays: toHolidays(days), schedules: PUBLISHED_SCHEDULES };
    const [period] = listMarketPeriods(at('2026-11-23 16:00:00'), calendar, new Map(), 1);
    expect(period?.text).toBe('Closed, opens Tue 1 Dec 09:32 PKT');
  });

  it('lists the following periods without the midnights that change nothing', () => {
    expect(list('2026-11-26 12:00:00', 9).map(({ from, text }) => [from, text])).toEqual(
      [
        ['2026-11-26 09:32:00', 'Open until 15:30 PKT'],
        ['2026-11-26 15:30:00', 'Closed, opens Fri 09:17 PKT'],
        ['2026-11-27 09:00:00', 'Pre-open, opens 09:17 PKT'],
        ['2026-11-27 09:17:00', 'Open until 12:00 PKT'],
        ['2026-11-27 12:00:00', 'Closed, opens Fri 14:32 PKT'],
        ['2026-11-27 14:15:00', 'Pre-open, opens 14:32 PKT'],
        ['2026-11-27 14:32:00', 'Open until 16:30 PKT'],
        ['2026-11-27 16:30:00', 'Closed, opens Mon 09:32 PKT'],
        ['2026-11-30 09:15:00', 'Pre-open, opens 09:32 PKT'],
      ].map(([from = '', text]) => [at(from).toISOString(), text]),
    );
  });
});
