import { beforeAll, describe, expect, it } from 'vitest';
import { getCompanyListPaths, getCompanyPath, paths, recordFiles } from '#core/contract/paths.ts';
import { premiumGrants } from '#features/billing/server/billing.tables.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { editSignal, listSignalVersions } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { DISCLOSURE_TEXTS } from '#features/signals/contract/publishing/disclosure.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { evaluateSignals } from './track-record/outcomes/evaluate-signals.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

/** The symbol of premium signals. Only responses to requests that contain it may. */
const MARK = 'QXPREMIUMQX';
/** Part of every other text of every premium signal, so that a response that contains it leaks a premium signal. */
const TEXT = 'QZSECRETQZ';
/** A company with premium signals too. */
const LISTED = 'LUCK';
/** The sentence is in no other response. */
const DISCLOSED = {
  rationale: `First line\n${TEXT}`,
  disclosures: ['related_position' as const],
  horizon_days: 60,
};
const SENTENCE = DISCLOSURE_TEXTS.related_position;
const PRICES = { entry_price: '7531.17', stop_loss: '7412.19', target_points: ['7642.13'] };
const MOVED_STOP = '7423.31';
/** Prices are public, but not which symbols have premium signals: only the company page shows its close. */
const LAST_CLOSE = '7467.93';
const premium = ['swing', 'investment'] as const;

let admin: { access: string };
let customer: { access: string };
let subscriber: Awaited<ReturnType<typeof signUpSubscriber>>;
/** Customers without premium access, by reason they lost it. */
let lapsed: Record<string, { access: string }>;
let signals: AdminSignal[];

beforeAll(async () => {
  admin = await signInAdministrator(test);
  customer = await signUpCustomer(test);
  subscriber = await signUpSubscriber(test);
  const elapsed = { starts_at: '2026-10-20T05:00:00.000000Z', ends_at: '2026-11-20T05:00:00.000000Z' };
  lapsed = {
    canceled: await signUpSubscriber(test, { status: 'canceled', current_billing_period: null }),
    paused: await signUpSubscriber(test, { status: 'paused', current_billing_period: null }),
    overdue: await signUpSubscriber(test, {
      status: 'past_due',
      current_billing_period: { starts_at: '2026-11-14T05:00:00Z', ends_at: '2026-12-14T05:00:00Z' },
    }),
    'period elapsed without renewal': await signUpSubscriber(test, { current_billing_period: elapsed }),
    'forged checkout reference': await signUpSubscriber(test, {
      custom_data: { user_id: 'me', checkout_ref: 'v1.1.x' },
    }),
    revoked: await withGrant({ revokedAt: test.clock.now() }),
    'grant expired': await withGrant({ endsAt: test.clock.now() }),
  };
  await test.database.db.insert(priceBars).values([{ symbol: MARK, date: '2026-11-20', close: 746_793 }]);
  signals = [];
  for (const signal_type of premium) {
    const texts = { title: TEXT, sector: TEXT, analyst_name: TEXT, analyst_registration: TEXT, ...DISCLOSED };
    const signal = await publish(test, admin, { ...PRICES, ...texts, symbol: MARK, signal_type });
    // The levels at publication and their changes are secret too.
    const patch = { stop_loss: MOVED_STOP };
    await test.call(editSignal, { params: signal, body: patch }, { token: admin.access });
    signals.push(signal);
  }
  await evaluateSignals({ ...test, releaseDays: 7 });
  for (const { id } of signals) {
    const body = { kind: 'void', reason: `${TEXT}: the stop was wrong.` } as const;
    await test.call(decideOutcome, { params: { id }, body }, { token: admin.access });
  }
});

async function withGrant(grant: Partial<typeof premiumGrants.$inferInsert>) {
  const customer = await signUpSubscriber(test, { status: 'canceled' });
  const startsAt = new Date('2026-11-01T00:00:00Z');
  const endsAt = new Date('2026-12-01T00:00:00Z');
  const row = {
    userId: customer.id,
    reason: 'Bank transfer',
    grantedBy: 'admin',
    startsAt,
    endsAt,
    ...grant,
  };
  await test.database.db.insert(premiumGrants).values(row);
  return customer;
}

const list = (signal_type: SignalType, who?: { access: string }) =>
  test.call(listPsxSignals, { query: { signal_type } }, { token: who?.access });

describe.each(premium)('%s signals', (signal_type) => {
  it('requires a visitor to sign in', async () => {
    const { status, body, headers } = await list(signal_type);
    expect(status).toBe(401);
    expect(body).toEqual({ detail: 'Authentication credentials were not provided.' });
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it('lists nothing for a customer without a subscription', async () => {
    const { status, body } = await list(signal_type, customer);
    expect(status).toBe(200);
    expect(body).toEqual({
      count: 0,
      results: [],
      has_subscription: false,
      risk_statement_required: false,
      last_event_id: null,
      states_change_at: null,
    });
  });

  it('lists premium signals for an administrator', async () => {
    const { status, body } = await list(signal_type, admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, has_subscription: true });
    expect(body.results.map(({ title }: Signal) => title)).toEqual([TEXT]);
  });
});

describe('premium access', () => {
  const sees = async (who: { access: string }) => (await list('swing', who)).body;
  const nothing = {
    count: 0,
    results: [],
    has_subscription: false,
    risk_statement_required: false,
    last_event_id: null,
    states_change_at: null,
  };

  it('gives a subscriber access to every premium signal', async () => {
    for (const signal_type of premium) {
      const { status, body } = await list(signal_type, subscriber);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        count: 1,
        has_subscription: true,
        results: [
          {
            title: TEXT,
            ...DISCLOSED,
            disclosure_text: `Analyst ${TEXT}, registration ${TEXT}\nHorizon 60 trading days\n${SENTENCE}`,
            last_close: { date: '2026-11-20', close: LAST_CLOSE },
            published_levels: { stop_loss: PRICES.stop_loss },
            level_changes: [{ to: MOVED_STOP }],
            entry_verdict: { verdict: 'not_open', reason: 'ended', date: '2026-11-20', close: LAST_CLOSE },
            state: { kind: 'voided', reason: `${TEXT}: the stop was wrong.` },
          },
        ],
      });
    }
    expect((await list('intraday', subscriber)).body).toMatchObject({ has_subscription: true });
  });

  it('starts and ends premium access as soon as a webhook is applied', async () => {
    const person = await signUpSubscriber(test, { status: 'paused', current_billing_period: null });
    expect(await sees(person)).toEqual(nothing);
    await person.sendUpdate({ status: 'active' });
    expect(await sees(person)).toMatchObject({ count: 1, has_subscription: true });
    await person.sendUpdate({ status: 'canceled', current_billing_period: null });
    expect(await sees(person)).toEqual(nothing);
  });

  it('gives customers with a grant access to premium signals', async () => {
    expect(await sees(await withGrant({}))).toMatchObject({ count: 1, has_subscription: true });
  });

  it('gives no premium signals to customers whose access ended', async () => {
    for (const [reason, who] of Object.entries(lapsed))
      expect({ reason, sees: await sees(who) }).toEqual({ reason, sees: nothing });
  });
});

describe('responses to visitors and customers', () => {
  beforeAll(async () => {
    for (const signal_type of premium) {
      const texts = {
        title: TEXT,
        sector: TEXT,
        analyst_name: TEXT,
        analyst_registration: TEXT,
        ...DISCLOSED,
      };
      await publish(test, admin, { ...PRICES, ...texts, symbol: LISTED, signal_type });
    }
  });

  const urls = [
    '/api/signals/psx-signals/?signal_type=swing',
    '/api/signals/psx-signals/?signal_type=investment',
    '/api/signals/psx-signals/?signal_type=intraday',
    '/api/signals/psx-signals/?signal_type=intraday&signal_type=swing',
    '/api/signals/psx-signals/?signal_type=swing&has_subscription=true&isAdmin=true',
    `/api/signals/psx-signals/?signal_type=swing&symbol=${MARK}`,
    `/api/signals/psx-signals/?signal_type=intraday&sector=${TEXT}`,
    '/api/signals/psx-signals/choices/?signal_type=swing',
    '/api/signals/psx-signals/choices/?signal_type=intraday',
    '/api/admin/signals/?signal_type=swing',
    '/api/admin/signals/?search=QX',
    `/api/market/companies/?search=${MARK}`,
    `/api/market/directory/?search=${MARK}`,
    `/api/market/companies/${MARK}/`,
    `/api/news/articles/?symbol=${MARK}`,
    `/api/board-meetings/?symbol=${MARK}`,
    `/api/admin/market/symbols/?symbol=${MARK}`,
    `/api/admin/signal-checks/?symbol=${MARK}`,
    '/api/openapi.json',
    '/readyz',
    ...Object.values(paths),
    ...Object.values(recordFiles),
    `${recordFiles.entries}?from=2&limit=3`,
    '/api/record/',
    '/api/performance/',
    '/api/performance/export.csv',
    '/api/performance/recent/',
    '/api/performance/premium-sample/',
    '/api/performance/signals/',
    '/api/performance/sealed/',
    `/api/performance/signals/?signal_type=swing&symbol=${MARK}`,
    `${paths.pastSignals}?symbol=${MARK}`,
    '/api/performance/recent/?signal_type=swing',
    `/api/performance/recent/?symbol=${MARK}`,
    `/api/performance/recent/?symbol=${LISTED}`,
    `${paths.record}.data`,
    getCompanyPath(MARK),
    getCompanyPath(LISTED),
    `${getCompanyPath(LISTED)}.data`,
    ...Object.values(getCompanyListPaths(LISTED)),
    `/api/signals/psx-signals/?signal_type=swing&symbol=${LISTED}`,
    `/api/signals/psx-signals/?signal_type=intraday&symbol=${LISTED}`,
    `${paths.psxSignals}?signal_type=swing`,
    `${paths.psxSignals}?signal_type=investment`,
    `${paths.psxSignals}?signal_type=intraday&risk_type=low&view=table`,
  ];

  it.each(urls)('contains no premium signal: %s', async (url) => {
    // A response to a caller with access must not be cached for callers without access.
    for (const who of [admin, subscriber]) await request(url, who);
    for (const who of [null, customer, ...Object.values(lapsed)])
      expectNoPremiumSignal((await request(url, who)).body, url);
  });

  it('counts no premium signal in the record of its type or symbol', async () => {
    for (const query of ['', '?signal_type=swing', `?symbol=${MARK}`, `?symbol=${LISTED}`]) {
      const { body } = await request(`/api/performance/recent/${query}`, null);
      expect(JSON.parse(body)).toEqual({
        ...{ closed: 0, won: 0, average_r: null, is_small_sample: true, unmeasurable_rate: null },
      });
    }
  });

  it('reveals no premium signal when its ID is known', async () => {
    for (const { id } of signals) {
      for (const who of [undefined, customer.access]) {
        const history = await test.call(listSignalVersions, { params: { id } }, { token: who });
        expect(history.status).toBe(who ? 403 : 401);
        expectNoPremiumSignal(JSON.stringify(history.body));
      }
    }
  });

  const request = (url: string, who: { access: string } | null) =>
    test.request({ url, headers: who ? { authorization: `Bearer ${who.access}` } : {} });

  /** A response may repeat what its request contains, and only the company page shows its close. */
  function expectNoPremiumSignal(body: string, url = ''): void {
    const text = url.includes(TEXT) ? body.replaceAll(`sector=${TEXT}`, '') : body;
    const levels = [MOVED_STOP, ...PRICES.target_points, PRICES.entry_price, PRICES.stop_loss];
    const secrets = [
      TEXT,
      SENTENCE,
      ...levels,
      ...(url.includes(MARK) ? [] : [MARK]),
      ...(url === getCompanyPath(MARK) ? [] : [LAST_CLOSE]),
    ];
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
  }
});
