import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/server/platform/clock.ts';
import { saveMarketHoliday } from '#features/market/contract/holiday-changes.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { calculateRewardToRisk } from '#features/signals/contract/levels/levels.ts';
import {
  deleteSignal,
  editSignal,
  listAdminSignals,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { ListedAdminSignal, SignalPatch } from '#features/signals/contract/publishing/signal-body.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const SYS = {
  symbol: 'SYS',
  entry_price: '150.00',
  stop_loss: '144.00',
  target_points: ['160.00', '170.00'],
};
/** A Monday, 10:42 PKT. */
const MONDAY = '2026-11-23T05:42:00.000Z';
const MONDAY_CLOSE = '2026-11-23T10:30:00.000Z';

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeEach(async () => {
  test.clock.set(MONDAY);
  admin = await signInAdministrator(test);
});

const list = async (): Promise<Signal[]> =>
  (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body.results;
const find = async ({ id }: { id: string }) => (await list()).find((signal) => signal.id === id);
const edit = async ({ id }: { id: string }, body: SignalPatch) => {
  const { access } = await signInAdministrator(test);
  return test.call(editSignal, { params: { id }, body }, { token: access });
};
const listAsAdministrator = async (symbol: string) => {
  const { access } = await signInAdministrator(test);
  return (await test.call(listAdminSignals, { query: { search: symbol } }, { token: access })).body;
};

describe('the levels of a signal', () => {
  it('stay those of the publication when the stop moves, with the change and its time', async () => {
    const signal = await publish(test, admin, SYS);
    test.clock.advance(5 * MINUTE);
    await edit(signal, { stop_loss: '148.00' });
    test.clock.advance(5 * MINUTE);
    await edit(signal, { title: 'Moved' });
    const listed = (await find(signal)) as Signal;
    expect(listed).toMatchObject({
      stop_loss: '148.00',
      published_levels: {
        order_type: 'buy',
        entry_price: '150.00',
        stop_loss: '144.00',
        target_points: ['160.00', '170.00'],
      },
      level_changes: [
        { changed_at: '2026-11-23T05:47:00.000Z', field: 'stop_loss', from: '144.00', to: '148.00' },
      ],
    });
    expect(calculateRewardToRisk(listed.published_levels, '170.00')?.toFixed(2)).toBe('3.33');
    expect(calculateRewardToRisk(listed, '170.00')).toBe(10);
  });

  it('the levels of a signal are listed with their changes for administrators', async () => {
    const signal = await publish(test, admin, { ...SYS, symbol: 'NETSOL' });
    await edit(signal, { stop_loss: '148.00' });
    expect((await listAsAdministrator('NETSOL')).results).toMatchObject([
      { stop_loss: '148.00', published_levels: { stop_loss: '144.00' }, level_changes: [{ to: '148.00' }] },
    ]);
  });
});

describe('an intraday signal', () => {
  it('expires at the end of its trading day, by the clock', async () => {
    const signal = await publish(test, admin);
    test.clock.set('2026-11-23T10:29:59.999Z');
    expect(await find(signal)).toMatchObject({ expires_at: MONDAY_CLOSE, is_expired: false });
    test.clock.set(MONDAY_CLOSE);
    expect(await find(signal)).toMatchObject({
      call_status: 'in_progress',
      expires_at: MONDAY_CLOSE,
      is_expired: true,
    });
  });

  it.each([
    ['after the close', '2026-11-23T11:00:00Z', '2026-11-24T10:30:00.000Z'],
    ['on a Friday', '2026-11-27T05:00:00Z', '2026-11-27T11:30:00.000Z'],
    ['on a weekend', '2026-11-28T05:00:00Z', '2026-11-30T10:30:00.000Z'],
    ['before a holiday', '2026-12-24T12:00:00Z', '2026-12-28T10:30:00.000Z'],
    ['in Ramazan', '2027-02-15T05:00:00Z', '2027-02-15T08:30:00.000Z'],
  ])('expires at the end of its session when it is published %s', async (_, now, expiry) => {
    test.clock.set(now);
    const { access } = await signInAdministrator(test);
    const signal = await publish(test, { access });
    expect(await find(signal)).toMatchObject({ expires_at: expiry, is_expired: false });
  });

  it('expires later when its day becomes a holiday', async () => {
    test.clock.set('2027-06-01T04:00:00Z');
    const { access } = await signInAdministrator(test);
    const signal = await publish(test, { access });
    expect(await find(signal)).toMatchObject({ expires_at: '2027-06-01T10:30:00.000Z' });
    const body = { date: '2027-06-01', name: 'Closed', is_tentative: false };
    await test.call(saveMarketHoliday, { body }, { token: access });
    expect(await find(signal)).toMatchObject({ expires_at: '2027-06-02T10:30:00.000Z' });
  });

  it('does not expire once it is closed', async () => {
    const signal = await publish(test, admin);
    await edit(signal, { call_status: 'closed' });
    test.clock.advance(DAY);
    expect(await find(signal)).toMatchObject({ call_status: 'closed', is_expired: false });
  });

  it('an intraday signal is hidden 30 days after it expired', async () => {
    const signal = await publish(test, admin);
    test.clock.set('2026-12-23T10:29:59.999Z');
    expect(await find(signal)).toMatchObject({ is_expired: true });
    test.clock.set('2026-12-23T10:30:00.000Z');
    expect(await find(signal)).toBeUndefined();
  });

  it('an intraday signal is not counted as active once it has expired', async () => {
    const signal = await publish(test, admin);
    for (const [now, isExpired] of [
      [MONDAY, false],
      [MONDAY_CLOSE, true],
    ] as const) {
      test.clock.set(now);
      const { access } = await signInAdministrator(test);
      const query = { signal_type: 'intraday' } as const;
      const { body } = await test.call(listAdminSignals, { query }, { token: access });
      const listed: ListedAdminSignal[] = body.results;
      expect(listed.find(({ id }) => id === signal.id)?.is_expired).toBe(isExpired);
      const isActive = (each: ListedAdminSignal) => each.call_status === 'in_progress' && !each.is_expired;
      expect(body.active_counts.intraday).toBe(listed.filter(isActive).length);
    }
  });
});

it('swing and investment signals do not expire', async () => {
  for (const signal_type of ['swing', 'investment'] as const) {
    const { id } = await publish(test, admin, { signal_type });
    test.clock.advance(100 * DAY);
    const { access } = await signInAdministrator(test);
    const { body } = await test.call(listPsxSignals, { query: { signal_type } }, { token: access });
    const signal = body.results.find((each: Signal) => each.id === id);
    expect(signal).toMatchObject({ expires_at: null, is_expired: false });
    await test.call(deleteSignal, { params: { id } }, { token: access });
    test.clock.set(MONDAY);
  }
});

it('open signals are listed before closed and expired ones, each newest first', async () => {
  test.clock.set('2027-08-02T05:00:00Z');
  const publishNow = async () => publish(test, await signInAdministrator(test));
  const expired = await publishNow();
  test.clock.advance(DAY);
  const open = await publishNow();
  test.clock.advance(MINUTE);
  const closed = await publishNow();
  await edit(closed, { call_status: 'closed' });
  test.clock.advance(MINUTE);
  const newest = await publishNow();
  expect((await list()).map(({ id }) => id)).toEqual([newest.id, open.id, closed.id, expired.id]);
});
