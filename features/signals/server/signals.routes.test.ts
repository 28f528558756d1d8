import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeEach(async () => {
  admin = await signInAdministrator(test);
});

const list = async (signal_type: SignalType, token?: string) =>
  (await test.call(listPsxSignals, { query: { signal_type } }, { token })).body;
const ids = async (signal_type: SignalType, token?: string) =>
  (await list(signal_type, token)).results.map(({ id }: Signal) => id);

describe('GET /signals/psx-signals/', () => {
  it('lists the signals of the requested type, newest first', async () => {
    const swing = await publish(test, admin, { signal_type: 'swing' });
    test.clock.advance(HOUR / 60);
    const investment = await publish(test, admin, { signal_type: 'investment' });
    test.clock.advance(HOUR / 60);
    const newer = await publish(test, admin, { signal_type: 'swing' });
    expect(await ids('swing', admin.access)).toEqual([newer.id, swing.id]);
    expect(await ids('investment', admin.access)).toEqual([investment.id]);
    expect(await list('intraday')).toMatchObject({ count: 0, results: [], has_subscription: false });
  });

  it('hides a closed signal after 30 days and shows it again when it is reopened', async () => {
    const open = await publish(test, admin, { signal_type: 'swing', symbol: 'PSO' });
    const closed = await publish(test, admin, { signal_type: 'swing', symbol: 'MEBL' });
    const change = async (call_status: 'closed' | 'in_progress') => {
      const { access } = await signInAdministrator(test);
      await test.call(editSignal, { params: closed, body: { call_status } }, { token: access });
    };
    const listed = async () => {
      const { access } = await signInAdministrator(test);
      const { results } = await list('swing', access);
      return results
        .map(({ id }: Signal) => id)
        .filter((id: string) => id === open.id || id === closed.id)
        .sort();
    };
    test.clock.advance(5 * DAY);
    await change('closed');
    test.clock.advance(30 * DAY - 1);
    expect(await listed()).toEqual([open.id, closed.id].sort());
    test.clock.advance(1);
    expect(await listed()).toEqual([open.id]);
    await change('in_progress');
    expect(await listed()).toEqual([open.id, closed.id].sort());
    await change('closed');
    test.clock.advance(29 * DAY);
    expect(await listed()).toEqual([open.id, closed.id].sort());
  });

  it.each<[string, string]>([
    ['', 'This field is required.'],
    ['?signal_type=', '"" is not a valid choice.'],
    ['?signal_type=forex', '"forex" is not a valid choice.'],
    ['?signal_type=Swing', '"Swing" is not a valid choice.'],
  ])('requires a valid signal type: %s', async (query, message) => {
    const response = await test.request(`/api/signals/psx-signals/${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ signal_type: [message] });
  });

  it('rejects more than one type', async () => {
    const response = await test.request('/api/signals/psx-signals/?signal_type=intraday&signal_type=swing');
    expect(response.statusCode).toBe(400);
  });
});

describe('GET /signals/psx-signals/ with many signals', () => {
  beforeAll(async () => {
    await test.database.pool.query(`
      insert into signals (signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type,
        risk_type, order_type, call_status, version, created_at)
      select 'investment', 'N' || n, 471, 448, '{495}', 1, 'Unknown', 'medium', 'buy', 'in_progress', 1,
        timestamptz '2027-06-01 00:00Z' + n * interval '1 minute'
      from generate_series(1, 205) n`);
  });

  it('returns and counts only the newest 200', async () => {
    const body = await list('investment', admin.access);
    expect(body.count).toBe(200);
    expect(body.results.length).toBe(200);
    const symbols = body.results.map(({ symbol }: Signal) => symbol);
    expect(symbols.slice(0, 2)).toEqual(['N205', 'N204']);
    expect(symbols.at(-1)).toBe('N6');
  });
});
