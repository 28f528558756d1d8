import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSessions } from '#contract/accounts/admin-endpoints.ts';
import { CSRF_COOKIE, CSRF_HEADER } from '#contract/csrf.ts';
import type { Access } from '#contract/endpoint.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { makeSubscription } from '#tests/support/billing/paddle.ts';
import { ownList } from '#tests/support/billing/paddle-simulator.ts';
import { appOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const routes: RouteOptions[] = [];
const people = {} as Record<'customer' | 'otherCustomer' | 'administrator', Person>;

interface Person {
  access: string;
  email?: string;
  /** What their forms carry; administrators send none. */
  csrf?: string;
}

/**
 * What a customer has and another customer must not reach, by the route that names it. A route for customers that takes an
 * id and is missing here fails.
 */
const OWNED: Record<string, (owner: Person) => Promise<string>> = {
  '/api/customers/sessions/:id/': async (owner) =>
    (await test.call(listSessions, {}, { token: owner.access })).body.results[0].id,
  '/api/subscriptions/:id/': async (owner) => {
    const { rows } = await test.database.pool.query('select id from users where email = $1', [owner.email]);
    return makeSubscription(test, rows[0].id);
  },
};

beforeAll(async () => {
  const app = await appOnDatabase(test.database, {}, { onRoute: (route) => routes.push(route) });
  await app.close();
  people.customer = await signUpCustomer(test);
  people.otherCustomer = await signUpCustomer(test);
  people.administrator = await signInAdministrator(test);
  for (const person of [people.customer, people.otherCustomer]) {
    person.csrf = (await ownList(test, person.access)).csrf;
  }
});
afterAll(() => routes.splice(0));

const methodsOf = ({ method }: RouteOptions) => [method].flat();
const accessOf = ({ config }: RouteOptions) => config?.access;
const apiRoutes = () =>
  routes
    .filter(({ url }) => url.startsWith('/api'))
    .flatMap((route) => methodsOf(route).map((method) => ({ route, method })));
const nameOf = (method: string, { url }: RouteOptions) => `${method} ${url}`;

/** Who gets past the question of access; the call itself may then fail for what it lacks. */
const ALLOWED: Record<Access, (keyof typeof people | 'visitor')[]> = {
  open: ['visitor', 'customer', 'otherCustomer', 'administrator'],
  anyone: ['visitor', 'customer', 'otherCustomer', 'administrator'],
  customer: ['customer', 'otherCustomer'],
  administrator: ['administrator'],
  'administrator-setting-up': ['administrator'],
};

describe('every route of the API, from the route table itself', () => {
  it('is there to be walked', () => {
    expect(apiRoutes().length).toBeGreaterThan(60);
  });

  it('states who may call it', () => {
    const silent = apiRoutes().filter(({ route }) => !Object.keys(ALLOWED).includes(String(accessOf(route))));
    expect(silent.map(({ route, method }) => nameOf(method, route))).toEqual([]);
  });

  it('refuses whoever may not, before anything else, and no one who may', async () => {
    const wrong: string[] = [];
    for (const { route, method } of apiRoutes()) {
      const access = accessOf(route) as Access;
      for (const who of ALLOWED.open) {
        const status = await callAs(who, method, route);
        const isAllowed = ALLOWED[access].includes(who);
        const isRefused = status === (who === 'visitor' ? 401 : 403);
        // An open call may itself answer 401, for example to a blank refresh token; it never asks who calls.
        if (access === 'open' ? status === 403 : isAllowed === isRefused) {
          wrong.push(`${nameOf(method, route)} answers ${status} to ${who}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("hides a customer's own things from other customers", async () => {
    const unnamed: string[] = [];
    for (const { route, method } of apiRoutes()) {
      if (accessOf(route) !== 'customer' || !route.url.includes(':')) continue;
      const make = OWNED[route.url];
      if (!make) {
        unnamed.push(nameOf(method, route));
        continue;
      }
      const url = route.url.replace(/:\w+/, await make(people.customer));
      const refused = await callAs('otherCustomer', method, { ...route, url });
      expect({ call: nameOf(method, route), refused }).toEqual({ call: nameOf(method, route), refused: 404 });
      const own = await callAs('customer', method, { ...route, url });
      expect({ call: nameOf(method, route), isReached: own !== 404 }).toEqual({
        call: nameOf(method, route),
        isReached: true,
      });
    }
    expect(unnamed).toEqual([]);
  });
});

/** Calls a route with a blank body, or the form that it takes, and gives the status. */
async function callAs(
  who: keyof typeof people | 'visitor',
  method: string,
  { url, config }: Pick<RouteOptions, 'url' | 'config'>,
): Promise<number> {
  const person = who === 'visitor' ? null : people[who];
  const answer = await test.request({
    method: method as 'GET',
    url: url.replace(/:\w+/, '7d0f6a52-0000-4000-8000-000000000000').replace('*', 'nothing/'),
    headers: {
      ...(person ? { authorization: `Bearer ${person.access}` } : {}),
      ...(person?.csrf ? { [CSRF_HEADER]: person.csrf, cookie: `${CSRF_COOKIE}=${person.csrf}` } : {}),
      ...(config?.isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(['POST', 'PATCH', 'PUT'].includes(method) ? { payload: config?.isForm ? 'action=resume' : {} } : {}),
  });
  return answer.statusCode;
}
