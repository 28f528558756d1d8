import type { Page, Route } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { makeUniqueEmail } from '#tests/e2e/support/accounts.ts';
import { getToast, openPage } from '#tests/e2e/support/pages.ts';
import { submitSignIn, submitSignUp } from './forms.ts';

const HTML = '<!doctype html><h1>Sign in to the Wi-Fi</h1>';
const html = (status: number) => (route: Route) =>
  route.fulfill({ status, body: HTML, contentType: 'text/html' });

const RESPONSES: Record<string, (route: Route) => Promise<void>> = {
  'a page of a portal': html(200),
  'JSON of another shape': (route) => route.fulfill({ json: { user: null, detail: 'Welcome' } }),
  'JSON that is null': (route) => route.fulfill({ json: null }),
  'no content': (route) => route.fulfill({ status: 204 }),
  'a redirected portal': html(404),
  'a conflict': (route) => route.fulfill({ status: 409, json: { detail: 'Conflict' } }),
  'too many attempts': (route) => route.fulfill({ status: 429, json: { detail: 'Throttled' } }),
  'a page of a gateway': html(502),
  'an outage': (route) => route.fulfill({ status: 503, json: { detail: 'Down' } }),
  'an aborted connection': (route) => route.abort(),
};

interface Form {
  path: string;
  call: string;
  failure: string;
  blame: RegExp;
  submit: (page: Page) => Promise<void>;
}

const FORMS: Record<string, Form> = {
  'sign-in': {
    path: paths.signIn,
    call: '**/api/customers/auth/login/',
    failure: 'An error occurred during sign in',
    blame: /Invalid email or password/,
    submit: (page) => submitSignIn(page, { email: makeUniqueEmail(), password: 'safe harbour' }),
  },
  'sign-up': {
    path: paths.signUp,
    call: '**/api/customers/auth/register/',
    failure: 'An error occurred during sign up',
    blame: /Registration failed/,
    submit: (page) => {
      const password = 'safe harbour';
      return submitSignUp(page, { name: 'Sana', email: makeUniqueEmail(), password, confirm: password });
    },
  },
  "administrator's sign-in": {
    path: paths.adminSignIn,
    call: '**/api/admin/auth/login/',
    failure: 'An error occurred during login',
    blame: /Invalid admin credentials/,
    async submit(page) {
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'Access Admin Panel' }).click();
    },
  },
};

for (const [name, { path, call, failure, blame, submit }] of Object.entries(FORMS)) {
  test(`the ${name} blames what was typed only for a 400, 401 or 403`, async ({ page, browserErrors }) => {
    browserErrors.expect(/Failed to load resource/);
    const main = page.getByRole('main');
    const shown = main.getByText(failure);
    await openPage(page, path);
    for (const [index, [kind, respond]] of Object.entries(RESPONSES).entries()) {
      await test.step(kind, async () => {
        await page.route(call, respond);
        await submit(page);
        await expect(shown).toBeVisible();
        await expect(getToast(page, '', failure).first()).toBeVisible();
        await expect(main.getByText(blame)).toHaveCount(0);
        await page.unroute(call);
      });
      // Replaces the message, so that the next one is that of the next response.
      const status = [400, 401, 403][index % 3];
      await test.step(`${status}`, async () => {
        await page.route(call, (route) => route.fulfill({ status, json: {} }));
        await submit(page);
        await expect(shown).toHaveCount(0);
        await expect(page.getByText(blame).first()).toBeVisible();
        await page.unroute(call);
      });
    }
  });
}
