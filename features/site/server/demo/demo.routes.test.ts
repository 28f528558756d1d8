import { describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { createFirstAccounts } from '#features/accounts/server/admin/first-accounts.ts';
import { readDemo } from '#features/site/contract/demo.ts';
import { useTestApp } from '#tests/support/test-app.ts';

/** The outcome in the page's data, which signs in after hydration. */
const SIGNED_IN = '\\"signed-in\\"';

const submit = (account: string) => ({
  method: 'POST' as const,
  url: paths.demo,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: `account=${account}`,
});

describe('the demo', () => {
  const test = useTestApp();

  it('lists the accounts that exist, and their credentials sign in', async () => {
    expect((await test.call(readDemo, {})).body.accounts).toEqual([]);
    await createFirstAccounts(test.database, readConfig({}), test.clock.now());
    const { status, body } = await test.call(readDemo, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ now: test.clock.now().toISOString(), clock: null, has_mailbox: true });
    const keys = body.accounts.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(expect.arrayContaining(['customer', 'administrator']));
    for (const { key, login, password } of body.accounts) {
      const response =
        key === 'administrator'
          ? await test.call(adminSignIn, { body: { username: login, password } })
          : await test.call(signIn, { body: { email: login, password } });
      expect({ key, status: response.status }).toEqual({ key, status: 200 });
    }
  });

  it('the demo has an uncached page with its accounts, clock and tour', async () => {
    const page = await test.request({ url: paths.demo });
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain('trader@tezi.example');
    expect(page.body).toContain('Two-minute tour');
  });

  it('signs in by a form without scripts, whose response is not cached', async () => {
    const page = await test.request(submit('customer'));
    expect(page.statusCode).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain(SIGNED_IN);
    expect(page.body).toContain('trader@tezi.example');
  });

  it('rejects an account that does not exist', async () => {
    const page = await test.request(submit('owner'));
    expect(page.body).toContain('Choose another.');
    expect(page.body).not.toContain(SIGNED_IN);
  });

  it('accepts its forms from the host at which it is opened, and rejects those of other sites', async () => {
    const post = (origin: string) =>
      test.request({
        ...submit('customer'),
        headers: { ...submit('').headers, origin, host: '127.0.0.1:3000' },
      });
    expect((await post('http://127.0.0.1:3000')).body).toContain(SIGNED_IN);
    const foreign = await post('https://evil.example');
    expect(foreign.statusCode).toBe(403);
    expect(foreign.body).not.toContain(SIGNED_IN);
  });

  it('shows the same sign-ins to everyone on the home page', async () => {
    const page = await test.request({ url: paths.home });
    expect(page.body).toContain('Try the demo as');
  });
});

describe('a demo with a configured administrator', () => {
  const settings = { ADMIN_USERNAME: 'bilal', ADMIN_PASSWORD: 'a long admin password' };
  const test = useTestApp(settings);
  const findAdministrator = async () => {
    const { body } = await test.call(readDemo, {});
    return body.accounts.find(({ key }: { key: string }) => key === 'administrator');
  };

  it('lists the administrator that exists, without the password that the operator set', async () => {
    expect(await findAdministrator()).toBeUndefined();
    await createFirstAccounts(test.database, readConfig(settings), test.clock.now());
    expect(await findAdministrator()).toMatchObject({ login: 'bilal', password: null });
    const page = await test.request({ url: paths.demo });
    expect(page.body).toContain('bilal /');
    expect(page.body).not.toContain(settings.ADMIN_PASSWORD);
    expect(page.body).not.toContain(DEMO_ADMIN.password);
  });

  it('offers the sign-in page of administrators instead of a sign-in', async () => {
    const page = await test.request(submit('administrator'));
    expect(page.body).toContain('own-password');
    expect(page.body).not.toContain(SIGNED_IN);
    expect(page.body).not.toContain('Choose another.');
  });

  it('lists the administrator of an earlier start with the public password', async () => {
    await test.database.pool.query('delete from administrators');
    await createFirstAccounts(test.database, readConfig({}), test.clock.now());
    expect(await findAdministrator()).toMatchObject({ login: 'admin', password: DEMO_ADMIN.password });
  });
});

const production = {
  MODE: 'production',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'help@tezi.example',
  CONTACT_PHONE: '+92 42 111 222 333',
  SMTP_URL: 'none',
};

describe('production', () => {
  const test = useTestApp(production);

  it.each([
    ['GET', '/api/demo/'],
    ['POST', '/api/demo/clock/'],
    ['GET', paths.demo],
  ] as const)('returns 404 for %s %s', async (method, url) => {
    const response = await test.request({
      method,
      url,
      ...(method === 'POST' ? { payload: { hours: 1 } } : {}),
    });
    expect(response.statusCode).toBe(404);
  });

  it('does not handle the forms of the demo', async () => {
    const page = await test.request(submit('customer'));
    expect(page.statusCode).toBe(404);
    expect(page.body).not.toContain(SIGNED_IN);
  });

  it('production has neither sign-ins on the home page nor a clock offset', async () => {
    const page = await test.request({ url: paths.home });
    expect(page.body).not.toContain('Try the demo as');
    expect(page.body).not.toContain('data-clock-offset');
    expect((await test.request({ url: '/api/news/articles/' })).headers).not.toHaveProperty(
      'demo-clock-offset',
    );
  });
});

describe('a demo that other machines can reach', () => {
  const test = useTestApp({
    HOST: '0.0.0.0',
    DEMO_ON_NETWORK: 'yes',
    ADMIN_PASSWORD: 'a long admin password',
  });

  it('lists no accounts and offers no sign-ins', async () => {
    expect((await test.call(readDemo, {})).body).toMatchObject({
      accounts: [],
      clock: null,
      has_mailbox: false,
    });
    expect((await test.request({ url: paths.home })).body).not.toContain('Try the demo as');
    expect((await test.request({ url: paths.demo })).body).toContain('no public accounts');
  });

  it('rejects advancing the clock', async () => {
    const response = await test.request({ method: 'POST', url: '/api/demo/clock/', payload: { hours: 1 } });
    expect(response.statusCode).toBe(404);
  });
});
