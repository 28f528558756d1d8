import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  importMarketNotice,
  readMarketNotice,
  removeMarketHoliday,
  saveMarketHoliday,
} from '#features/market/contract/holiday-changes.ts';
import { listMarketHolidays, listSettlementCalendar } from '#features/market/contract/holidays.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import { isWeekend } from '#features/market/server/trading-days.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let token: string;

beforeAll(async () => {
  token = (await signInAdministrator(test)).access;
});

const list = async () => (await test.call(listMarketHolidays, {})).body.results as { date: string }[];
const save = (body: object) => test.call(saveMarketHoliday, { body: body as never }, { token });
const remove = (date: string) => test.call(removeMarketHoliday, { params: { date } }, { token });
const holidayOn = async (date: string) => (await list()).find((holiday) => holiday.date === date) ?? null;

const SETTLE_2026 = readFileSync(
  new URL('../../../../db/migrations/0013_settle-2026-holidays.sql', import.meta.url),
  'utf8',
);
const IQBAL_DAY = { date: '2027-11-09', name: 'Iqbal Day', is_tentative: false, notice: 'Notice 7' };

describe('GET /market/holidays/', () => {
  it('lists the holidays that the exchange published for 2026 by date', async () => {
    const holidays = (await list()).filter(({ date }) => date < '2027');
    expect(holidays.length).toBe(14);
    expect(holidays.map(({ date }) => date)).toEqual(holidays.map(({ date }) => date).sort());
    expect(holidays).toContainEqual({
      date: '2026-08-14',
      name: 'Independence Day',
      is_tentative: false,
      notice: 'PSX/N-89, 20 Jan 2026',
    });
    expect(holidays).toContainEqual({
      date: '2026-05-27',
      name: 'Eid-ul-Azha',
      is_tentative: true,
      notice: null,
    });
  });

  it('has the days of 2027 as tentative, because the exchange has not published them', async () => {
    const holidays = (await list()).filter(({ date }) => date > '2027');
    expect(holidays).toHaveLength(12);
    expect(holidays).toSatisfy((days: { is_tentative: boolean }[]) =>
      days.every(({ is_tentative }) => is_tentative),
    );
  });

  it('GET /market/holidays/ has the days of 2026 that the exchange announced as certain, and the others as tentative', async () => {
    const days = (await list()).filter(({ date }) => date > '2026-05-20' && date < '2026-07-01');
    expect(days).toEqual([
      { date: '2026-05-26', name: 'Eid-ul-Azha', is_tentative: true, notice: null },
      { date: '2026-05-27', name: 'Eid-ul-Azha', is_tentative: true, notice: null },
      { date: '2026-05-28', name: 'Youm-e-Takbeer, Eid-ul-Azha', is_tentative: false, notice: null },
      { date: '2026-05-29', name: 'Eid-ul-Azha', is_tentative: true, notice: null },
      { date: '2026-06-25', name: 'Ashura', is_tentative: false, notice: null },
      { date: '2026-06-26', name: 'Ashura', is_tentative: false, notice: null },
    ]);
  });

  it('does not lose the edits of an administrator when 2026 is settled', async () => {
    const edited = [
      { date: '2026-06-24', name: 'Ashura', is_tentative: false, notice: null },
      { date: '2026-06-25', name: 'Ashura (9th Muharram)', is_tentative: true, notice: null },
      { date: '2026-05-28', name: 'Eid-ul-Azha', is_tentative: false, notice: null },
    ];
    for (const day of edited) await save(day);
    await test.database.pool.query(SETTLE_2026);
    expect(await list()).toEqual(expect.arrayContaining(edited));
    await remove('2026-06-24');
  });
});

describe('saving a holiday', () => {
  it('adds a holiday', async () => {
    expect(await save(IQBAL_DAY)).toMatchObject({ status: 200, body: IQBAL_DAY });
    expect(await holidayOn('2027-11-09')).toEqual(IQBAL_DAY);
  });

  it('changes the holiday that is already on the date', async () => {
    const day = { date: '2027-03-23', name: 'Pakistan Day', is_tentative: true, notice: null };
    await save(day);
    const renamed = { ...day, name: 'Pakistan Day (observed)', is_tentative: false };
    expect(await save(renamed)).toMatchObject({ status: 200, body: renamed });
    expect(await holidayOn('2027-03-23')).toEqual(renamed);
  });

  it('moves a holiday to another date', async () => {
    const eid = { date: '2027-03-10', name: 'Eid-ul-Fitr', is_tentative: true, notice: null };
    await save(eid);
    const moved = { ...eid, date: '2027-03-11', is_tentative: false };
    expect(await save({ ...moved, moved_from: eid.date })).toMatchObject({ status: 200, body: moved });
    expect(await holidayOn('2027-03-10')).toBeNull();
    expect(await holidayOn('2027-03-11')).toEqual(moved);
  });

  it('keeps a holiday that is moved from its own date', async () => {
    const day = { date: '2027-05-03', name: 'Labour Day', is_tentative: false, notice: null };
    await save({ ...day, moved_from: day.date });
    expect(await holidayOn(day.date)).toEqual(day);
  });

  it.each(['2026-08-15', '2026-08-16'])('rejects a date on a weekend: %s', async (date) => {
    expect(await save({ ...IQBAL_DAY, date })).toMatchObject({
      status: 400,
      body: { date: ['The exchange is always closed on Saturdays and Sundays. Enter a weekday.'] },
    });
  });

  it('moves nothing when it rejects the new date', async () => {
    const rejected = await save({ ...IQBAL_DAY, date: '2026-08-15', moved_from: '2026-08-14' });
    expect(rejected.status).toBe(400);
    expect(await holidayOn('2026-08-14')).not.toBeNull();
  });

  it.each(['1989-12-29', '2101-01-03', '0001-01-01', '9999-12-31'])(
    'rejects a date outside 1990 to 2100: %s',
    async (date) => {
      expect(await save({ ...IQBAL_DAY, date })).toMatchObject({
        status: 400,
        body: { date: ['Enter a date from 1990 to 2100.'] },
      });
    },
  );

  it.each([
    [{ ...IQBAL_DAY, date: '9.11.2027' }, 'date'],
    [{ ...IQBAL_DAY, date: '2027-02-29' }, 'date'],
    [{ ...IQBAL_DAY, name: ' ' }, 'name'],
    [{ ...IQBAL_DAY, name: 'x'.repeat(101) }, 'name'],
    [{ ...IQBAL_DAY, is_tentative: 'yes' }, 'is_tentative'],
    [{ ...IQBAL_DAY, moved_from: 'yesterday' }, 'moved_from'],
    [{ ...IQBAL_DAY, moved_from: '0000-01-01' }, 'moved_from'],
  ])('rejects an invalid field: %j', async (body, field) => {
    const response = await save(body);
    expect(response.status).toBe(400);
    expect(Object.keys(response.body)).toEqual([field]);
  });
});

describe('removing a holiday', () => {
  it('removes the holiday', async () => {
    await save({ ...IQBAL_DAY, date: '2028-11-09' });
    expect(await remove('2028-11-09')).toMatchObject({ status: 204, body: undefined });
    expect(await holidayOn('2028-11-09')).toBeNull();
  });

  it.each(['2028-11-10', '2028-02-30', '0000-01-01', 'today', '9999-99-99', '..'])(
    'returns 404 for %j',
    async (date) => {
      expect(await remove(date)).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    },
  );
});

describe('cacheHolidays', () => {
  it('returns the current holidays after every change', async () => {
    const holidays = cacheHolidays(test.database);
    expect((await holidays()).exchange.has('2026-08-14')).toBe(true);
    expect((await holidays()).exchange.has('2029-08-14')).toBe(false);
    await save({ date: '2029-08-14', name: 'Independence Day', is_tentative: false });
    expect((await holidays()).exchange.has('2029-08-14')).toBe(true);
    await remove('2029-08-14');
    expect((await holidays()).exchange.has('2029-08-14')).toBe(false);
  });

  it('reads the holidays only once between changes', async () => {
    const holidays = cacheHolidays(test.database);
    // The notification of an earlier change can arrive late and clear the cache once more.
    await vi.waitFor(async () => {
      const first = await holidays();
      const select = vi.spyOn(test.database.db, 'select');
      try {
        expect(await holidays()).toBe(first);
        expect(select).not.toHaveBeenCalled();
      } finally {
        select.mockRestore();
      }
    });
  });
});

describe('a notice', () => {
  const post = (endpoint: typeof readMarketNotice | typeof importMarketNotice, body: object) =>
    test.call(endpoint, { body: body as never }, { token });
  const TEXT =
    'The Exchange will remain closed from Thursday, March 11 to Friday, March 12, 2027 on account of Eid-ul-Fitr.';

  it('is read without storing anything, and stored once an administrator confirms its days', async () => {
    const before = await list();
    await save({ date: '2027-03-10', name: 'Eid-ul-Fitr', is_tentative: true });
    const { status, body } = await post(readMarketNotice, { text: TEXT });
    expect(status).toBe(200);
    const days = ['2027-03-11', '2027-03-12'].map((date) => ({
      date,
      name: 'Eid-ul-Fitr',
      is_tentative: false,
    }));
    expect(body).toMatchObject({ holidays: days, bank_holidays: [], settlement_dates: [], left_out: [] });
    expect(body.replaced.map(({ date }: { date: string }) => date)).toEqual(['2027-03-10']);
    expect((await list()).length).toBeGreaterThanOrEqual(before.length);

    const confirmed = { holidays: days, bank_holidays: [], settlement_dates: [], removed: ['2027-03-10'] };
    expect((await post(importMarketNotice, { notice: 'PSX/N-1', ...confirmed })).status).toBe(204);
    expect(await holidayOn('2027-03-10')).toBeNull();
    for (const day of days) expect(await holidayOn(day.date)).toEqual({ ...day, notice: 'PSX/N-1' });
  });

  it.each([
    [{ holidays: [{ date: '2027-03-13', name: 'Eid', is_tentative: false }] }, 'date'],
    [{ settlement_dates: [{ trade_date: '2027-03-15', settlement_date: '2027-03-15' }] }, 'settlement_date'],
    [{ notice: ' ' }, 'notice'],
  ])('stores nothing if a day is impossible: %j', async (change, field) => {
    const none = { holidays: [], bank_holidays: [], settlement_dates: [], removed: ['2027-11-09'] };
    const response = await post(importMarketNotice, { notice: 'PSX/N-2', ...none, ...change });
    expect(response.status).toBe(400);
    expect(Object.keys(response.body)).toEqual([field]);
    expect(await holidayOn('2027-11-09')).not.toBeNull();
  });
});

describe('GET /market/settlement/', () => {
  it('lists the bank holidays since 2023 on weekdays, and expects those of later years', async () => {
    const { bank_holidays } = (await test.call(listSettlementCalendar, {})).body;
    const days = new Map(
      bank_holidays.map((day: { date: string; is_tentative: boolean }) => [day.date, day.is_tentative]),
    );
    // 1 July 2023 was a Saturday, and the first of Ramazan was Pakistan Day in 2023 and a Sunday in 2025.
    for (const date of ['2023-03-24', '2023-07-03', '2024-03-12', '2025-03-03'])
      expect(days.get(date)).toBe(false);
    for (const date of ['2028-01-28', '2029-01-16', '2030-01-07', '2030-12-26'])
      expect(days.get(date)).toBe(true);
    expect([...days.keys()].filter((date) => isWeekend(date as string))).toEqual([]);
  });
});
