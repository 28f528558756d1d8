import type { Page } from '@playwright/test';
import { getCompanyPath, getSignalPath, getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { DEMO_CUSTOMER } from '#core/server/config/demo.ts';
import type { Shape } from '#core/web/api/response-shapes.ts';
import { collectShapes } from '#core/web/vite/response-shapes.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, signInAdministrator, type TestUser, VISITOR } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';
import { ADMIN_PAGES } from '#tests/support/pages/admin-pages.ts';

/** Responses that are not of the contract, so that a page shows its own failure. */
const REJECTED = [
  'an empty object',
  'an empty list',
  'null',
  'a text',
  'missing fields',
  'null dates',
  'invalid dates',
  'other types',
  'no numbers in text',
] as const;
/** Responses that the contract allows, or a newer server may send, and that pages show. */
const ACCEPTED = ['every allowed null', 'unknown values', 'empty lists'] as const;
type Mutation = (typeof REJECTED)[number] | (typeof ACCEPTED)[number];

/** What no page may show, neither as text nor in an attribute. */
const TRACES = String.raw`\bundefined\b|\bNaN\b|Invalid Date|\[object Object\]|Unexpected Application Error`;

const COMPANY = getCompanyPath('LUCK');
const PUBLIC_PAGES = [...Object.values(paths).filter((path) => !ADMIN_PAGES.includes(path)), COMPANY];
const CUSTOMER_PAGES = [
  paths.today,
  paths.signals,
  paths.intradaySignals,
  paths.swingSignals,
  paths.pricing,
  paths.subscriptions,
  paths.mySubscription,
  paths.profile,
  COMPANY,
];

// A machine that runs many tests takes several seconds for some pages.
test.beforeEach(() => test.slow());

// Visitors get complete pages from the server, so that the API is called after a navigation only.
test('no page of a visitor breaks on unexpected data after a navigation', async ({
  page,
  product,
  browserErrors,
}) => {
  // The pricing page tries the specified variants of its URL.
  browserErrors.expectStatus(404);
  const { id } = await publish(product.url);
  await spoilResponses(page);
  await navigate(page, [...PUBLIC_PAGES, getSignalPath(id)], REJECTED);
});

test('pages of a visitor show data that is unusual but allowed', async ({ page, product, browserErrors }) => {
  // The pricing page sells nothing in an unknown environment of Paddle, and tries the other URLs.
  browserErrors.expectStatus(404);
  const { id } = await publish(product.url);
  await spoilResponses(page);
  await navigate(page, [...PUBLIC_PAGES, getSignalPath(id)], ACCEPTED);
});

test('no page of a customer breaks on unexpected data', async ({ openBrowser, product, browserErrors }) => {
  browserErrors.expectStatus(404);
  const page = await openBrowser(await signInSubscriber(product.url));
  await openPage(page, paths.subscriptions);
  const link = page.getByRole('main').locator(`a[href^="${getSubscriptionPath('')}"]`);
  const pages = [...CUSTOMER_PAGES, `${await link.first().getAttribute('href')}`];
  await spoilResponses(page);
  await load(page, pages, REJECTED);
  await navigate(page, pages, ACCEPTED);
});

test('no page of an administrator breaks on unexpected data', async ({ openBrowser, product }) => {
  const page = await openBrowser(await signInAdministrator(product.url));
  await spoilResponses(page);
  await load(page, ADMIN_PAGES, REJECTED);
  await navigate(page, ADMIN_PAGES, ACCEPTED);
});

async function signInSubscriber(baseUrl: string): Promise<TestUser> {
  const body = { ...DEMO_CUSTOMER, email: 'subscriber@tezi.example' };
  const { user, tokens } = await call(baseUrl, signIn, { body });
  return { ...VISITOR, email: user.email, name: 'Ayesha Khan', ...tokens };
}

/** Opens each page as a document, with one of the mutations after the other. */
async function load(page: Page, pages: readonly string[], mutations: readonly Mutation[]): Promise<void> {
  await openPage(page, paths.terms);
  for (const [index, path] of pages.entries())
    await test.step(`load ${path}`, async () => {
      const mutation = await spoil(page, mutations, index);
      await openPage(page, path);
      await expectIntact(page, `${path} loaded with ${mutation}`);
    });
}

/** Opens each page by client-side navigation, with one of the mutations after the other. */
async function navigate(page: Page, pages: readonly string[], mutations: readonly Mutation[]): Promise<void> {
  await openPage(page, paths.terms);
  for (const [index, path] of pages.entries())
    await test.step(`navigate to ${path}`, async () => {
      const mutation = await spoil(page, mutations, index);
      await page.evaluate((to) => void window.__reactRouterDataRouter?.navigate(to), path);
      // Some pages replace the document.
      await page.waitForFunction(() => window.pendingResponses !== undefined);
      await expectIntact(page, `${path} reached with ${mutation}`);
    });
}

async function spoil(page: Page, mutations: readonly Mutation[], index: number): Promise<Mutation> {
  const mutation = mutations[index % mutations.length] as Mutation;
  await page.evaluate((name) => sessionStorage.setItem('mutation', name), mutation);
  return mutation;
}

/** Waits until the page has loaded its data, and expects that it shows only texts of its own. */
async function expectIntact(page: Page, what: string): Promise<void> {
  await page.waitForFunction(
    () => {
      const main = document.querySelector('main');
      const isBusy =
        window.__reactRouterDataRouter?.state.navigation.state !== 'idle' ||
        (window.pendingResponses ?? 1) > 0 ||
        // A retry is running, which may replace the document.
        main?.querySelector('[role="alert"] [aria-disabled="true"]') ||
        /^(Loading|Checking)/m.test(main?.innerText ?? '');
      window.quietChecks = isBusy ? 0 : (window.quietChecks ?? 0) + 1;
      return window.quietChecks > 2;
    },
    undefined,
    { polling: 40 },
  );
  const found = await page.evaluate((traces) => {
    const html = [...document.querySelectorAll('header, main, aside, dialog')].map((part) => part.outerHTML);
    window.quietChecks = 0;
    return new RegExp(`.{0,80}(${traces}).{0,40}`, 's').exec(html.join(''))?.[0] ?? null;
  }, TRACES);
  expect.soft(found, what).toBeNull();
  await expect.soft(page.getByRole('heading', { level: 1 }), what).not.toBeEmpty();
}

declare global {
  interface Window {
    /** The API calls whose response the page has not received. */
    pendingResponses?: number;
    quietChecks?: number;
  }
}

/** Changes the JSON that API calls of the page receive, as the `mutation` in the session's storage says. */
async function spoilResponses(page: Page): Promise<void> {
  await page.addInitScript(replaceFetch, JSON.stringify(await collectShapes()));
}

/** Runs in the browser. */
function replaceFetch(shapes: string): void {
  type Change = (value: unknown, shape: Shape) => unknown;
  const endpoints = Object.entries(JSON.parse(shapes) as Record<string, Shape>).map(([name, shape]) => {
    const [method, path = ''] = name.split(' ');
    return { method, path: new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`), shape };
  });
  /** Changes every value inside of a value, then lists and objects. */
  const change = (
    value: unknown,
    leaf: (leaf: unknown) => unknown,
    part: (part: object) => unknown = (same) => same,
  ): unknown => {
    if (Array.isArray(value)) return part(value.map((item) => change(item, leaf, part)));
    if (typeof value !== 'object' || value === null) return leaf(value);
    const fields = Object.entries(value).map(([name, field]) => [name, change(field, leaf, part)]);
    return part(Object.fromEntries(fields));
  };
  const changeText = (value: unknown, text: (text: string) => unknown) =>
    change(value, (leaf) => (typeof leaf === 'string' ? text(leaf) : leaf));
  const allowNull = (value: unknown, shape: Shape): unknown => {
    if (typeof shape === 'string' || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(shape)) return (value as unknown[]).map((item) => nullify(item, shape[0]));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !(`?${name}` in shape))
        .map(([name, field]) => [name, nullify(field, (shape as Record<string, Shape>)[name] ?? 'any')]),
    );
  };
  const nullify = (value: unknown, shape: Shape): unknown => {
    if (typeof shape === 'string' || Array.isArray(shape) || !('|' in shape)) return allowNull(value, shape);
    const options = shape['|'] as Shape[];
    return options.includes('null') ? null : value;
  };
  const isDate = (text: string) => /^\d{4}-\d\d-\d\d/.test(text);
  const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
  const isCode = (text: string) => /^[a-z]+([-_][a-z]+)*$/i.test(text);
  const toOtherType = (leaf: unknown) =>
    typeof leaf === 'string' ? 7 : typeof leaf === 'number' ? 'seven' : typeof leaf === 'boolean' ? 1 : leaf;
  const same = (leaf: unknown) => leaf;
  const mutations: Record<string, Change> = {
    'an empty object': () => ({}),
    'an empty list': () => [],
    null: () => null,
    'a text': () => 'text',
    'missing fields': (body) =>
      change(body, same, (part) =>
        Array.isArray(part) ? part : Object.fromEntries(Object.entries(part).slice(0, -1)),
      ),
    'null dates': (body) => changeText(body, (text) => (isDate(text) ? null : text)),
    'invalid dates': (body) => changeText(body, (text) => (isDate(text) ? 'soon' : text)),
    'other types': (body) => change(body, toOtherType),
    'no numbers in text': (body) => changeText(body, (text) => (isNumber(text) ? 'many' : text)),
    'every allowed null': (body, shape) => nullify(body, shape),
    'unknown values': (body) => changeText(body, (text) => (isCode(text) ? 'other_value' : text)),
    'empty lists': (body) => change(body, same, (part) => (Array.isArray(part) ? [] : part)),
  };
  // Parts that load when they are near do so at once.
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const all = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) =>
        callback(
          entries.map((entry) => Object.create(entry, { isIntersecting: { value: true } })),
          observer,
        );
      super(all, options);
    }
  };
  window.pendingResponses = 0;
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith('/api/') || pathname.endsWith('/stream/')) return send(input, init);
    window.pendingResponses = (window.pendingResponses ?? 0) + 1;
    try {
      const response = await send(input, init);
      const mutate = mutations[sessionStorage.getItem('mutation') ?? ''];
      const { status, headers } = response;
      if (!mutate || !response.ok || !headers.get('Content-Type')?.includes('json')) return response;
      const method = init?.method ?? 'GET';
      const endpoint = endpoints.find((each) => each.method === method && each.path.test(pathname));
      const body = mutate(await response.json(), endpoint?.shape ?? 'any');
      return new Response(JSON.stringify(body), { status, headers });
    } finally {
      // After the page has read the response.
      setTimeout(() => {
        window.pendingResponses = (window.pendingResponses ?? 1) - 1;
      }, 20);
    }
  };
}
