import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addTradingSchedule,
  editTradingSchedule,
  listTradingSchedules,
  removeTradingSchedule,
  type TradingSchedule,
} from '#features/market/contract/schedules.ts';
import { cacheTradingCalendar, getSessionEnd } from '#features/market/server/market.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { PUBLISHED_SCHEDULES, session } from '#tests/support/market/market.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let token: string;
const TODAY = '2026-11-23';

beforeAll(async () => {
  test.clock.set(`${TODAY}T05:42:00.000Z`);
  token = (await signInAdministrator(test)).access;
});

const list = async (): Promise<TradingSchedule[]> => (await test.call(listTradingSchedules, {})).body.results;
const find = async (name: string) => {
  const found = (await list()).find((schedule) => schedule.name === name);
  if (!found) throw new Error(`no schedule ${name}`);
  return found;
};
const add = (body: object) => test.call(addTradingSchedule, { body: body as never }, { token });
const edit = (id: string, body: object) =>
  test.call(editTradingSchedule, { params: { id }, body: body as never }, { token });
const remove = (id: string) => test.call(removeTradingSchedule, { params: { id } }, { token });

const HALF_DAY = {
  name: 'Half day',
  valid_from: '2026-12-31',
  valid_to: '2026-12-31',
  monday_to_thursday: [session('09:32', '12:00')],
  friday: [session('09:17', '12:00')],
  is_tentative: true,
};

beforeEach(async () => {
  for (const { id, name } of await list()) if (name === 'Half day') await remove(id);
});

describe('GET /market/schedules/', () => {
  it('lists the hours of the exchange, regular hours first', async () => {
    const schedules = await list();
    expect(schedules.map(({ name }) => name)).toEqual([
      'Regular hours',
      'Ramazan 2021',
      'Ramazan 2021, revised',
      'Ramazan 2022',
      'Ramazan 2022, revised',
      'Ramazan 2023',
      'Ramazan 2024',
      'Ramazan 2025',
      'Ramazan 2026',
      'Ramazan 2027',
    ]);
    expect(schedules.map(({ id, name, is_tentative, ...hours }) => hours)).toEqual(PUBLISHED_SCHEDULES);
  });
});

it('marks the hours that the exchange has not announced', async () => {
  const tentative = (await list()).filter(({ is_tentative }) => is_tentative);
  expect(tentative.map(({ name }) => name)).toEqual(['Ramazan 2022', 'Ramazan 2025', 'Ramazan 2027']);
});

describe('saving a schedule', () => {
  it('adds a schedule, by which signals expire from then on', async () => {
    const getCalendar = cacheTradingCalendar(test.database);
    const noon = new Date('2026-12-31T06:00:00Z');
    expect(getSessionEnd(noon, await getCalendar())).toEqual(new Date('2026-12-31T10:30:00Z'));
    expect(await add(HALF_DAY)).toMatchObject({ status: 201, body: HALF_DAY });
    await vi.waitFor(async () =>
      expect(getSessionEnd(noon, await getCalendar())).toEqual(new Date('2026-12-31T07:00:00Z')),
    );
  });

  it('changes the hours of a schedule', async () => {
    const { body: added } = await add(HALF_DAY);
    const changed = { ...HALF_DAY, monday_to_thursday: [session('09:32', '11:00')] };
    expect(await edit(added.id, changed)).toMatchObject({ status: 200, body: { id: added.id, ...changed } });
    expect(await find('Half day')).toEqual({ id: added.id, ...changed });
  });

  it('an administrator may change the hours of today and of future dates of a schedule that has begun', async () => {
    const today = { ...HALF_DAY, valid_from: TODAY, valid_to: TODAY };
    expect((await add(today)).status).toBe(201);
  });

  it.each([
    ['a session that ends before it starts', { friday: [session('12:00', '09:17')] }, 'friday'],
    [
      'a pre-open after the opening',
      { friday: [{ pre_open: '09:20', opens: '09:17', closes: '12:00' }] },
      'friday',
    ],
    ['no session', { monday_to_thursday: [] }, 'monday_to_thursday'],
    [
      'three sessions',
      { friday: [session('09:00', '10:00'), session('11:00', '12:00'), session('13:00', '14:00')] },
      'friday',
    ],
    ['overlapping sessions', { friday: [session('09:00', '12:00'), session('11:59', '14:00')] }, 'friday'],
    ['a time that does not exist', { friday: [session('09:00', '24:00')] }, 'friday'],
    ['an end before the start', { valid_to: '2026-12-30' }, 'valid_to'],
    ['a date after 2100', { valid_to: '2101-01-01' }, 'valid_to'],
    ['a date before 2000', { valid_from: '1999-12-31' }, 'valid_from'],
    ['the dates of another schedule', { valid_from: '2027-02-09', valid_to: '2027-03-10' }, 'valid_from'],
    ['a blank name', { name: ' ' }, 'name'],
  ])('rejects %s', async (_, change, field) => {
    const { status, body } = await add({ ...HALF_DAY, ...change });
    expect(status).toBe(400);
    expect(Object.keys(body)).toContain(field);
  });

  it('rejects a change of the hours of a past date', async () => {
    const past = { ...HALF_DAY, valid_from: '2026-11-20', valid_to: '2026-11-27' };
    const expected = {
      status: 400,
      body: { detail: expect.stringContaining('Fri 20 Nov 2026, which is over') },
    };
    expect(await add(past)).toMatchObject(expected);
    const { id, ...regular } = await find('Regular hours');
    expect((await edit(id, { ...regular, friday: HALF_DAY.friday })).status).toBe(400);
    expect(await remove((await find('Ramazan 2026')).id)).toMatchObject({ status: 400 });
    expect(await list()).toHaveLength(PUBLISHED_SCHEDULES.length);
  });

  it('never leaves a date without hours', async () => {
    const { id, ...regular } = await find('Regular hours');
    const expected = { status: 400, body: { detail: expect.stringContaining('regular hours') } };
    expect(await remove(id)).toMatchObject(expected);
    expect(await edit(id, { ...regular, valid_to: '2027-12-31' })).toMatchObject(expected);
  });

  it('rejects a schedule that does not exist', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect((await edit(id, HALF_DAY)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it.each([
    ['adding', (credentials: object) => test.call(addTradingSchedule, { body: HALF_DAY }, credentials)],
    [
      'removing',
      (credentials: object) =>
        test.call(
          removeTradingSchedule,
          { params: { id: '00000000-0000-4000-8000-000000000000' } },
          credentials,
        ),
    ],
  ])('does not allow %s to visitors and customers', async (_, send) => {
    const customer = await signUpCustomer(test);
    expect((await send({})).status).toBe(401);
    expect((await send({ token: customer.access })).status).toBe(403);
  });
});

describe('the audit log', () => {
  it('records the changed hours', async () => {
    const { body: added } = await add(HALF_DAY);
    await edit(added.id, { ...HALF_DAY, monday_to_thursday: [session('09:32', '11:00')] });
    await remove(added.id);
    const { rows } = await test.database.pool.query(
      `SELECT kind, details FROM security_events WHERE target_id = $1 ORDER BY id`,
      [added.id],
    );
    expect(rows).toMatchObject([
      { kind: 'schedule_saved' },
      {
        kind: 'schedule_saved',
        details: { before: 'monday_to_thursday: 09:32-12:00', after: 'monday_to_thursday: 09:32-11:00' },
      },
      { kind: 'schedule_removed', details: { label: 'Half day' } },
    ]);
  });
});
