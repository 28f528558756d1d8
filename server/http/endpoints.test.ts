import { beforeAll, describe, expect, it } from 'vitest';
import { type EndpointShape, endpointPath } from '#contract/endpoint.ts';
import { readArticle } from '#contract/news/endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { allEndpoints } from '#tests/support/contract.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const ID = '7d0f6a52-0000-4000-8000-000000000000';
const urlOf = (path: string) => `/api${path.replace(/:\w+/g, ID)}`;

const methodsByPath = Map.groupBy(allEndpoints, ({ path }) => path);
const paths = [...methodsByPath].map(([path, endpoints]) => ({
  path,
  methods: endpoints.map(({ method }) => method),
}));
const wrongMethods = paths.flatMap(({ path, methods }) => {
  const allowed: string[] = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return METHODS.filter((method) => !allowed.includes(method)).map((method) => ({ path, method, allowed }));
});

const nameOf = ({ method, path }: EndpointShape) => `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`;

const operations = ({ paths }: { paths: Record<string, object> }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

const readAdminDocument = (token?: string) =>
  test.request({
    url: '/api/admin/openapi.json',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

describe('every endpoint of the contract', () => {
  it('is served, and described in one of the two documents', async () => {
    const { access } = await signInAdministrator(test);
    const described = [
      ...operations((await test.request('/api/openapi.json')).json()),
      ...operations((await readAdminDocument(access)).json()),
    ];
    expect(described.sort()).toEqual(allEndpoints.map(nameOf).sort());
  });

  it('is left out of the public document when only administrators use it', async () => {
    const document = (await test.request('/api/openapi.json')).json();
    const isAdministrators = ({ path, access }: EndpointShape) =>
      path.startsWith('/admin/') || access.startsWith('administrator');
    expect(operations(document).sort()).toEqual(
      allEndpoints
        .filter((endpoint) => !isAdministrators(endpoint))
        .map(nameOf)
        .sort(),
    );
    expect(JSON.stringify(document)).not.toMatch(/\/admin\//);
  });

  it('is described to administrators alone when only they use it', async () => {
    const document = await readAdminDocument((await signInAdministrator(test)).access);
    expect(document.headers['cache-control']).toBe('no-store');
    expect(operations(document.json())).toContain('POST /api/admin/signals/');
    expect((await readAdminDocument()).statusCode).toBe(401);
    expect((await readAdminDocument((await signUpCustomer(test)).access)).statusCode).toBe(403);
  });

  it('has a method and path of its own', () => {
    const names = allEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a wrong method', () => {
  it.each(wrongMethods)(
    '$method $path is 405 and says which are allowed',
    async ({ path, method, allowed }) => {
      const answer = await test.request({ method, url: urlOf(path) });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe(allowed.join(', '));
      if (method !== 'HEAD') expect(answer.json()).toEqual({ detail: `Method "${method}" not allowed.` });
    },
  );

  it('is refused before its body is read', async () => {
    const answer = await test.request({
      method: 'PUT',
      url: '/api/customers/auth/login/',
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    });
    expect(answer.statusCode).toBe(405);
  });
});

describe('an address without the slash at its end', () => {
  const named = allEndpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

  // What anybody may read by its id has to be there: otherwise nothing tells the endpoint from an unknown address.
  let articleUrl = '';
  beforeAll(async () => {
    const [id] = await makeArticles(test.database, await makeSource(test.database, 'Dawn'), [{}]);
    articleUrl = `/api${endpointPath(readArticle, { id: String(id) })}`;
  });

  it.each(named)('answers $name the same and never redirects', async ({ endpoint }) => {
    const withSlash = endpoint.path === readArticle.path ? articleUrl : urlOf(endpoint.path);
    const answers = await Promise.all([call(endpoint, withSlash), call(endpoint, withSlash.slice(0, -1))]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.location).toBeUndefined();
    expect([200, 400, 401]).toContain(answers[0]?.status);
  });

  it('keeps its query', async () => {
    const answer = await test.request('/api/signals/psx-signals?signal_type=intraday');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ count: 0, results: [], has_subscription: false });
  });

  async function call({ method, body }: EndpointShape, url: string) {
    const answer = await test.request({ method, url, ...(body ? { payload: {} } : {}) });
    return { status: answer.statusCode, body: answer.json(), location: answer.headers.location };
  }
});

describe('an address that the API does not have', () => {
  const methods = METHODS.filter((method) => method !== 'HEAD');
  const unknown = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/nothing/',
    '/api/signals/',
    '/api/admin/signals/a/b/c/',
  ];

  it.each(unknown.flatMap((url) => methods.map((method) => ({ url, method }))))(
    '$method $url is 404 in JSON',
    async ({ url, method }) => {
      const answer = await test.request({ method, url });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.json()).toEqual({ detail: 'Not found.' });
    },
  );

  it.each([
    '/api/%',
    '/api/%ff/',
    '/api/%00/',
    '/api/admin/signals/%zz/',
    '/api/..%2f..%2fetc/passwd',
    '/api//',
  ])('%s is 404 too', async (url) => {
    const answer = await test.request({ method: 'GET', url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ detail: 'Not found.' });
  });
});

describe('asking for the headers alone', () => {
  it.each(['/api/signals/psx-signals/?signal_type=intraday', '/healthz', '/readyz'])(
    'HEAD %s answers as GET does, without the body',
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

  it('is refused as GET is', async () => {
    const answer = await test.request({ method: 'HEAD', url: '/api/admin/signals/' });
    expect(answer.statusCode).toBe(401);
  });
});
