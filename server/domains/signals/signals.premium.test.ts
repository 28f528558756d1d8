import { beforeAll, describe, expect, it } from 'vitest';
import { listSignalVersions } from '#contract/signals/admin-endpoints.ts';
import { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/people.ts';
import { publish } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { addresses } from '#web/addresses.ts';

const test = useTestApp();

/** Stands in every text of every premium signal: whoever reads it has read a premium signal. */
const MARK = 'QXPREMIUMQX';
const PRICES = { entry_price: '7531.17', stop_loss: '7412.19', target_points: ['7642.13'] };
const premium = ['swing', 'investment'] as const;

let admin: { access: string };
let customer: { access: string };
let signals: AdminSignal[];

beforeAll(async () => {
  admin = await signInAdministrator(test);
  customer = await signUpCustomer(test);
  signals = [];
  for (const signal_type of premium) {
    const texts = { symbol: MARK, title: MARK, sector: MARK, analyst_name: MARK, analyst_registration: MARK };
    signals.push(await publish(test, admin, { ...PRICES, ...texts, signal_type }));
  }
});

const list = (signal_type: SignalType, who?: { access: string }) =>
  test.call(listPsxSignals, { query: { signal_type } }, { token: who?.access });

describe.each(premium)('a premium signal: %s', (signal_type) => {
  it('sends a visitor to sign in', async () => {
    const { status, body, headers } = await list(signal_type);
    expect(status).toBe(401);
    expect(body).toEqual({ detail: 'Authentication credentials were not provided.' });
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it('shows a customer without a subscription nothing, and says why', async () => {
    const { status, body } = await list(signal_type, customer);
    expect(status).toBe(200);
    expect(body).toEqual({ count: 0, results: [], has_subscription: false });
  });

  it('is read by an administrator', async () => {
    const { status, body } = await list(signal_type, admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, has_subscription: true });
    expect(body.results.map(({ title }: Signal) => title)).toEqual([MARK]);
  });
});

describe('no answer to a visitor or a customer', () => {
  const ways = [
    '/api/signals/psx-signals/?signal_type=swing',
    '/api/signals/psx-signals/?signal_type=investment',
    '/api/signals/psx-signals/?signal_type=intraday',
    '/api/signals/psx-signals/?signal_type=intraday&signal_type=swing',
    '/api/signals/psx-signals/?signal_type=swing&has_subscription=true&isAdmin=true',
    '/api/admin/signals/?signal_type=swing',
    '/api/admin/signals/?search=QX',
    `/api/market/companies/?search=${MARK}`,
    '/api/openapi.json',
    '/readyz',
    ...Object.values(addresses),
    `${addresses.psxSignals}?signal_type=swing`,
    `${addresses.psxSignals}?signal_type=investment`,
  ];

  it.each(ways)('%s holds anything of it', async (url) => {
    for (const who of [null, customer]) {
      const { body } = await test.request({
        url,
        headers: who ? { authorization: `Bearer ${who.access}` } : {},
      });
      expectNothingOfIt(body);
    }
  });

  it('tells by its id anything of it', async () => {
    for (const { id } of signals) {
      for (const who of [undefined, customer.access]) {
        const history = await test.call(listSignalVersions, { params: { id } }, { token: who });
        expect(history.status).toBe(who ? 403 : 401);
        expectNothingOfIt(JSON.stringify(history.body));
      }
    }
  });

  function expectNothingOfIt(text: string): void {
    const visible = text.replaceAll(encodeURIComponent(MARK), '');
    for (const secret of [MARK, ...PRICES.target_points, PRICES.entry_price, PRICES.stop_loss]) {
      expect(visible.includes(secret), secret).toBe(false);
    }
  }
});
