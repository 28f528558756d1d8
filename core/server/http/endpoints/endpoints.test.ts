import { beforeAll, describe, expect, it } from 'vitest';
import { type EndpointShape, getEndpointPath } from '#core/contract/endpoint.ts';
import { getArticle } from '#features/news/contract/endpoints.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals/signals.ts';

// The demo with its simulator has all endpoints, also that of its clock.
const test = usePaddleApp({}, { followsSimulator: true });

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const ID = '7d0f6a52-0000-4000-8000-000000000000';
/** Parameters that are not ids have an existing value. */
const VALUES: Record<string, string> = { symbol: 'LUCK', index: 'KSE100' };
const toUrl = (path: string) => `/api${path.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? ID)}`;

const methodsByPath = Map.groupBy(allEndpoints, ({ path }) => path);
const paths = [...methodsByPath].map(([path, endpoints]) => ({
  path,
  methods: endpoints.map(({ method }) => method),
}));
const wrongMethods = paths.flatMap(({ path, methods }) => {
  const allowed: string[] = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return METHODS.filter((method) => !allowed.includes(method)).map((method) => ({ path, method, allowed }));
});

/** The stream of signals is not in the contract's endpoints, because it has no JSON response. */
const STREAM = `GET /api${SIGNAL_STREAM_PATH}`;

const getName = ({ method, path }: EndpointShape) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`;

const listOperations = ({ paths }: { paths: Record<string, object> }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

const readAdminDocument = (token?: string) =>
  test.request({
    url: '/api/admin/openapi.json',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

describe('every endpoint of the contract', () => {
  it('serves every endpoint and describes it in one of the two OpenAPI documents', async () => {
    const { access } = await signInAdministrator(test);
    const described = [
      ...listOperations((await test.request('/api/openapi.json')).json()),
      ...listOperations((await readAdminDocument(access)).json()),
    ];
    expect(described.sort()).toEqual([...allEndpoints.map(getName), STREAM].sort());
  });

  it('describes no endpoint for administrators in the public document', async () => {
    const document = (await test.request('/api/openapi.json')).json();
    const isForAdministrators = ({ path, access }: EndpointShape) =>
      path.startsWith('/admin/') || access.startsWith('administrator');
    expect(listOperations(document).sort()).toEqual(
      [...allEndpoints.filter((endpoint) => !isForAdministrators(endpoint)).map(getName), STREAM].sort(),
    );
    expect(JSON.stringify(document)).not.toMatch(/\/admin\//);
  });

  it('describes only endpoints for administrators in their document', async () => {
    const document = await readAdminDocument((await signInAdministrator(test)).access);
    expect(document.headers['cache-control']).toBe('no-store');
    expect(listOperations(document.json())).toContain('POST /api/admin/signals/');
    expect((await readAdminDocument()).statusCode).toBe(401);
    expect((await readAdminDocument((await signUpCustomer(test)).access)).statusCode).toBe(403);
  });

  it('describes the body of error responses', async () => {
    const { paths } = (await test.request('/api/openapi.json')).json();
    const { responses } = paths['/api/customers/profile/'].get;
    expect(Object.keys(responses)).toEqual(['200', '4XX', '5XX']);
    const { anyOf } = responses['4XX'].content['application/json'].schema;
    expect(anyOf.map(({ properties = {} }) => Object.keys(properties)[0])).toEqual([
      'detail',
      'error',
      undefined,
    ]);
    const failures = responses['5XX'].content['application/json'].schema.anyOf;
    expect(failures.map(({ required }: { required: string[] }) => required)).toEqual([
      ['detail', 'request_id'],
      ['error', 'request_id'],
    ]);
  });

  it('describes the body of a form as a form', async () => {
    const { paths } = (await test.request('/api/openapi.json')).json();
    const getTypes = (path: string) => Object.keys(paths[path].post.requestBody.content);
    expect(getTypes('/api/subscriptions/{id}/')).toEqual(['application/x-www-form-urlencoded']);
    expect(getTypes('/api/customers/checkout/')).toEqual(['application/json']);
  });

  it('describes a file by its type', async () => {
    const { paths } = (await readAdminDocument((await signInAdministrator(test)).access)).json();
    expect(paths['/api/admin/record/bundle/'].post.responses['200'].content).toEqual({
      'application/zip': { schema: { type: 'string', format: 'binary' } },
    });
  });

  it('gives every endpoint a unique method and path', () => {
    const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a wrong method', () => {
  it.each(wrongMethods)(
    '$method $path returns 405 with the allowed methods',
    async ({ path, method, allowed }) => {
      const response = await test.request({ method, url: toUrl(path) });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe(allowed.join(', '));
      if (method !== 'HEAD') expect(response.json()).toEqual({ detail: `Method "${method}" not allowed.` });
    },
  );

  it('rejects a wrong method before it reads the body', async () => {
    const response = await test.request({
      method: 'PUT',
      url: '/api/customers/auth/login/',
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    });
    expect(response.statusCode).toBe(405);
  });
});

describe('a path without the trailing slash', () => {
  const named = allEndpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

  // A public endpoint with an id needs an existing row: otherwise its 404 equals that of a path that does not exist.
  const urls = new Map<string, string>();
  beforeAll(async () => {
    const [id] = await makeArticles(test.database, await makeSource(test.database, 'Dawn'), [{}]);
    urls.set(getArticle.path, `/api${getEndpointPath(getArticle, { id: String(id) })}`);
    const signal = await publish(test, await signInAdministrator(test), { signal_type: 'swing' });
    urls.set(getSignalDetails.path, `/api${getEndpointPath(getSignalDetails, { id: signal.id })}`);
  });

  it.each(named)('returns the same response for $name and never redirects', async ({ endpoint }) => {
    const withSlash = urls.get(endpoint.path) ?? toUrl(endpoint.path);
    const responses = await Promise.all([call(endpoint, withSlash), call(endpoint, withSlash.slice(0, -1))]);
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[0]?.location).toBeUndefined();
    expect([200, 400, 401]).toContain(responses[0]?.status);
  });

  it('accepts a query on a path without a trailing slash', async () => {
    const response = await test.request('/api/signals/psx-signals?signal_type=intraday');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      count: 0,
      results: [],
      has_subscription: false,
      risk_statement_required: false,
      last_event_id: 'intraday:0',
      states_change_at: '2026-11-23T10:30:00.000Z',
    });
  });

  async function call({ method, body }: EndpointShape, url: string) {
    const response = await test.request({ method, url, ...(body ? { payload: {} } : {}) });
    return { status: response.statusCode, body: response.json(), location: response.headers.location };
  }
});

describe('a path that the API does not have', () => {
  const methods = METHODS.filter((method) => method !== 'HEAD');
  const missingPaths = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/nothing/',
    '/api/signals/',
    '/api/admin/signals/a/b/c/',
  ];

  it.each(missingPaths.flatMap((url) => methods.map((method) => ({ url, method }))))(
    '$method $url returns 404 as JSON',
    async ({ url, method }) => {
      const response = await test.request({ method, url });
      expect(response.statusCode).toBe(404);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json()).toEqual({ detail: 'Not found.' });
    },
  );

  it.each([
    '/api/%',
    '/api/%ff/',
    '/api/%00/',
    '/api/admin/signals/%zz/',
    '/api/..%2f..%2fetc/passwd',
    '/api//',
  ])('%s returns 404', async (url) => {
    const response = await test.request({ method: 'GET', url });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ detail: 'Not found.' });
  });
});

describe('a HEAD request', () => {
  it.each(['/api/signals/psx-signals/?signal_type=intraday', '/healthz', '/readyz'])(
    'responds to HEAD %s like to GET, without the body',
    async (url) => {
      const [get, head] = await Promise.all([
        test.request({ method: 'GET', url }),
        test.request({ method: 'HEAD', url }),
      ]);
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.body).toBe('');
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['cache-control']).toBe(get.headers['cache-control']);
    },
  );

  it('rejects a HEAD request like GET', async () => {
    const response = await test.request({ method: 'HEAD', url: '/api/admin/signals/' });
    expect(response.statusCode).toBe(401);
  });
});
