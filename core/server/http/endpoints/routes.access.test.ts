import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CSRF_COOKIE, CSRF_HEADER } from '#core/contract/api/csrf.ts';
import type { Access } from '#core/contract/endpoint.ts';
import { listSessions } from '#features/accounts/contract/sessions.ts';
import { addLevel } from '#features/positions/contract/levels.ts';
import { importTrades } from '#features/positions/contract/trade-imports.ts';
import { enterTrade } from '#features/positions/contract/trades.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { insertOrder } from '#tests/support/billing/orders.ts';
import { insertSubscription, makeTransactionId } from '#tests/support/billing/paddle.ts';
import { fetchSubscriptions } from '#tests/support/billing/paddle-simulator.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const routes: RouteOptions[] = [];
const callers = {} as Record<'customer' | 'otherCustomer' | 'administrator', Caller>;

interface Caller {
  access: string;
  email?: string;
  /** The CSRF token of a customer's forms; administrators send none. */
  csrf?: string;
}

async function findId(owner: Caller): Promise<string> {
  const { rows } = await test.database.pool.query('select id from users where email = $1', [owner.email]);
  return rows[0].id;
}

const insertOwnSubscription = async (owner: Caller) => insertSubscription(test, await findId(owner));

const insertOwnOrder = async (owner: Caller) =>
  (await insertOrder(test, await findId(owner), { status: 'expired' })).id;

async function insertOwnSet(owner: Caller): Promise<string> {
  const { rows } = await test.database.pool.query(
    `insert into chart_settings (user_id, sets)
     select id, jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'name', 'Swing',
       'indicators', '[{"kind": "rsi", "period": 14}]'::jsonb)) from users where email = $1
     returning sets`,
    [owner.email],
  );
  return rows[0].sets[0].id;
}

async function insertOwnDevice(owner: Caller): Promise<string> {
  const { rows } = await test.database.pool.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at, last_seen_at)
     select id, gen_random_uuid(), 'https://push.test/' || gen_random_uuid(), 'key', 'secret', now(), now()
     from users where email = $1 returning id`,
    [owner.email],
  );
  return rows[0].id;
}

async function insertOwnFeedLink(owner: Caller): Promise<string> {
  await test.database.pool.query(
    `insert into feed_links (user_id, kind, hash, created_at)
     select id, 'dates', gen_random_uuid(), now() from users where email = $1
     on conflict do nothing`,
    [owner.email],
  );
  return 'dates';
}

async function insertOwnKey(owner: Caller): Promise<string> {
  const { rows } = await test.database.pool.query(
    `insert into api_keys (user_id, name, hash, hint, scopes, created_at)
     select id, 'Key', gen_random_uuid(), 'tezi_…', '{news:read}', now() from users where email = $1 returning id`,
    [owner.email],
  );
  return rows[0].id;
}

async function insertOwnTrade(owner: Caller): Promise<string> {
  const body = { symbol: 'LUCK', side: 'buy', date: '2026-11-02', shares: 100, price: '800' } as const;
  return String((await test.call(enterTrade, { body }, { token: owner.access })).body.id);
}

async function insertOwnTradeImport(owner: Caller): Promise<string> {
  const body = { content: 'Date,Symbol,Quantity,Price\n2026-11-03,LUCK,10,800\n' };
  return String((await test.call(importTrades, { body }, { token: owner.access })).body.id);
}

async function insertOwnLevel(owner: Caller): Promise<string> {
  const body = { symbol: 'LUCK', kind: 'above', value: '800' } as const;
  return String((await test.call(addLevel, { body }, { token: owner.access })).body.id);
}

/**
 * Creates a customer's own row, which other customers must not reach, by the route that takes its id. A customer route
 * with an id that is missing here fails.
 */
const OWNED: Record<string, (owner: Caller) => Promise<string>> = {
  '/api/customers/sessions/:id/': async (owner) =>
    (await test.call(listSessions, {}, { token: owner.access })).body.results[0].id,
  '/api/customers/feeds/:kind/': insertOwnFeedLink,
  '/api/customers/api-keys/:id/': insertOwnKey,
  '/api/customers/alerts/push-subscriptions/:id/': insertOwnDevice,
  '/api/customers/alerts/push-subscriptions/:id/test/': insertOwnDevice,
  '/api/customers/chart-tools/sets/:id/': insertOwnSet,
  '/api/customers/trades/:id/': insertOwnTrade,
  '/api/customers/trades/:id/history/': insertOwnTrade,
  '/api/customers/trade-imports/:id/revert/': insertOwnTradeImport,
  '/api/customers/levels/:id/': insertOwnLevel,
  '/api/customers/orders/:id/': insertOwnOrder,
  '/api/customers/orders/:id/receipts/': insertOwnOrder,
  '/api/subscriptions/:id/': insertOwnSubscription,
  '/api/subscriptions/:id/plan-change/': insertOwnSubscription,
  '/api/subscriptions/:id/payments/': insertOwnSubscription,
  '/api/subscriptions/:id/payments/:paymentId/receipt/': insertOwnSubscription,
};

/** The input of routes that look for a row only with a valid one, by the end of the URL. */
const INPUTS = [
  { end: '/plan-change/', query: '?price_id=pri_1', body: { price_id: 'pri_1', basis: 'x' } },
  { end: '/receipts/', body: { content: Buffer.from('%PDF-1.4').toString('base64') } },
];

/** The response of a stream never ends, so its query is invalid. The access check comes first. */
const QUERIES: Record<string, string> = {
  '/api/signals/psx-signals/stream/': '?signal_type=none',
};

beforeAll(async () => {
  const app = await createAppOnDatabase(test.database, {}, { onRoute: (route) => routes.push(route) });
  await app.close();
  callers.customer = await signUpCustomer(test);
  callers.otherCustomer = await signUpCustomer(test);
  callers.administrator = await signInAdministrator(test);
  for (const caller of [callers.customer, callers.otherCustomer]) {
    caller.csrf = (await fetchSubscriptions(test, caller.access)).csrf;
  }
});
afterAll(() => routes.splice(0));

const getMethods = ({ method }: RouteOptions) => [method].flat();
const getAccess = ({ config }: RouteOptions) => config?.access;
const listApiRoutes = () =>
  routes
    .filter(({ url }) => url.startsWith('/api'))
    .flatMap((route) => getMethods(route).map((method) => ({ route, method })));
const getName = (method: string, { url }: RouteOptions) => `${method} ${url}`;

/** The callers that pass the access check; the request itself may then fail for its blank input. */
const ALLOWED: Record<Access, (keyof typeof callers | 'visitor')[]> = {
  open: ['visitor', 'customer', 'otherCustomer', 'administrator'],
  anyone: ['visitor', 'customer', 'otherCustomer', 'administrator'],
  customer: ['customer', 'otherCustomer'],
  administrator: ['administrator'],
  'administrator-setting-up': ['administrator'],
};

describe('every registered API route', () => {
  it('finds the registered API routes', () => {
    expect(listApiRoutes().length).toBeGreaterThan(60);
  });

  it('requires every route to declare its access', () => {
    const undeclared = listApiRoutes().filter(
      ({ route }) => !Object.keys(ALLOWED).includes(String(getAccess(route))),
    );
    expect(undeclared.map(({ route, method }) => getName(method, route))).toEqual([]);
  });

  it('rejects exactly the callers without access, before any other check', async () => {
    const wrong: string[] = [];
    for (const { route, method } of listApiRoutes()) {
      const access = getAccess(route) as Access;
      for (const caller of ALLOWED.open) {
        const status = await callAs(caller, method, route);
        const isAllowed = ALLOWED[access].includes(caller);
        const isRejected = status === (caller === 'visitor' ? 401 : 403);
        // An open endpoint may itself return 401, for example for a blank refresh token, but never 403.
        if (access === 'open' ? status === 403 : isAllowed === isRejected) {
          wrong.push(`${getName(method, route)}returns ${status} to ${caller}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("hides a customer's rows from other customers", async () => {
    const missing: string[] = [];
    for (const { route, method } of listApiRoutes()) {
      if (getAccess(route) !== 'customer' || !route.url.includes(':')) continue;
      const make = OWNED[route.url];
      if (!make) {
        missing.push(getName(method, route));
        continue;
      }
      const url = route.url
        .replace(':paymentId', makeTransactionId(1))
        .replace(/:\w+/, await make(callers.customer));
      const status = await callAs('otherCustomer', method, { ...route, url });
      expect({ call: getName(method, route), status }).toEqual({ call: getName(method, route), status: 404 });
      const own = await callAs('customer', method, { ...route, url });
      expect({ call: getName(method, route), isReached: own !== 404 }).toEqual({
        call: getName(method, route),
        isReached: true,
      });
    }
    expect(missing).toEqual([]);
  });
});

/** Calls a route with a blank body, or the form that it takes, and returns the status. */
async function callAs(
  name: keyof typeof callers | 'visitor',
  method: string,
  { url, config }: Pick<RouteOptions, 'url' | 'config'>,
): Promise<number> {
  const caller = name === 'visitor' ? null : callers[name];
  const input = INPUTS.find(({ end }) => url.endsWith(end));
  const response = await test.request({
    method: method as 'GET',
    url:
      url.replace(/:\w+/, '7d0f6a52-0000-4000-8000-000000000000').replace('*', 'nothing/') +
      (QUERIES[url] ?? input?.query ?? ''),
    headers: {
      ...(caller ? { authorization: `Bearer ${caller.access}` } : {}),
      ...(caller?.csrf ? { [CSRF_HEADER]: caller.csrf, cookie: `${CSRF_COOKIE}=${caller.csrf}` } : {}),
      ...(config?.isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(['POST', 'PATCH', 'PUT'].includes(method)
      ? { payload: config?.isForm ? 'action=resume' : (input?.body ?? {}) }
      : {}),
  });
  return response.statusCode;
}
