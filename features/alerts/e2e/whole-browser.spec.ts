import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Worker } from '@playwright/test';
import { ALERT_SETTINGS_PATH, paths } from '#core/contract/paths.ts';
import { expectAccessible, expectAccessibleOnAllScreens } from '#core/e2e/accessibility/scan.ts';
import { listAlertDeliveries } from '#features/alerts/contract/endpoints.ts';
import { expect, signIn, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer, getStorageState } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

/** The headless shell of the other tests receives no push messages and installs no apps. */
const CHROMIUM_PATH = [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium'].find(
  (path) => existsSync(path) && !/headless.shell/.test(path + realpathSync(path)),
);
const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run'];

if (CHROMIUM_PATH === undefined && process.env.CI)
  throw new Error('The tests of push messages need a whole browser: /usr/bin/chromium or CHROMIUM_PATH.');
test.skip(
  CHROMIUM_PATH === undefined,
  'This machine has no whole browser: /usr/bin/chromium or CHROMIUM_PATH.',
);

test('a customer allows push messages and receives those of a signal while all pages are closed', async ({
  product,
}) => {
  const user = await createCustomer(product.url);
  const switches = await readPushSwitches(product.url);
  await using opened = await openBrowser(switches);
  const context = opened.browser;
  await context.grantPermissions(['notifications'], { origin: product.url });
  await signIn(context, user, product.url);
  const page = await context.newPage();
  await openPage(page, `${product.url}${ALERT_SETTINGS_PATH}`);
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText('This device receives push messages.')).toBeVisible({ timeout: 20_000 });
  await expectAccessibleOnAllScreens(page, 'with a device');
  await page.getByRole('button', { name: 'Send a test message' }).click();
  const worker = context.serviceWorkers()[0] as Worker;
  await expect.poll(() => listNotifications(worker)).toMatchObject([{ title: 'Tezi alerts work' }]);
  await page.goto('about:blank');

  const { id, symbol } = await publish(product.url);
  await expect
    .poll(() => listNotifications(worker))
    .toContainEqual(
      expect.objectContaining({ title: `${symbol}: new intraday signal`, tag: `signal-${id}` }),
    );
  const readDelivery = async () => {
    const { results } = await call(product.url, listAlertDeliveries, {}, user.access);
    return results.find(({ channel }) => channel === 'push');
  };
  await expect.poll(async () => (await readDelivery())?.shown_at ?? null).not.toBe(null);
  expect(await readDelivery()).toMatchObject({ state: 'accepted', attempts: 1 });

  await openPage(page, `${product.url}${paths.alerts}`);
  await clickNotification(worker, `signal-${id}`);
  await expect(page).toHaveURL(`${product.url}/signals/${id}`);
  await expect(page.getByRole('heading', { name: symbol })).toBeVisible();
});

test('a push message is shown and reported, whatever push service brought it', async ({ product }) => {
  await using browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ARGS });
  const user = await createCustomer(product.url);
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: getStorageState(user, product.url),
    permissions: ['notifications'],
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const found = findRegistration(devTools);
  await openPage(page, paths.today);
  const registrationId = await found;
  // The page closes notifications, because the customer has not turned them on in it.
  await page.goto('about:blank');
  const message = {
    web_push: 8030,
    token: '7.forged',
    notification: { title: 'HBL: new signal', body: 'Buy 250.00', tag: 'signal-7', navigate: '/signals/7' },
  };
  const reported = context.waitForEvent('request', (request) => request.url().endsWith('/api/push/shown/'));
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: product.url,
    registrationId,
    data: JSON.stringify(message),
  });
  expect((await reported).postDataJSON()).toEqual({ token: '7.forged' });
  expect(await listNotifications(context.serviceWorkers()[0] as Worker)).toMatchObject([
    { title: 'HBL: new signal', body: 'Buy 250.00', tag: 'signal-7' },
  ]);
});

test('a customer installs the app from the alert settings', async ({ product }) => {
  const user = await createCustomer(product.url);
  // Chromium asks only those who have used a site for a while.
  await using opened = await openBrowser(['--bypass-app-banner-engagement-checks']);
  const context = opened.browser;
  await signIn(context, user, product.url);
  await context.addInitScript(() => {
    const scope = globalThis as unknown as {
      BeforeInstallPromptEvent: { prototype: { prompt(): Promise<unknown> } };
      prompts: string[];
    };
    scope.prompts = [];
    const { prompt } = scope.BeforeInstallPromptEvent.prototype;
    scope.BeforeInstallPromptEvent.prototype.prompt = function () {
      scope.prompts.push('asked');
      return prompt.call(this);
    };
  });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await openPage(page, `${product.url}${paths.today}`);
  expect(await devTools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  expect((await devTools.send('Page.getAppManifest')).errors).toEqual([]);

  // The browser asks once for each document, wherever the customer goes in it.
  await page.waitForFunction(() => 'installPrompt' in globalThis);
  await page.getByRole('link', { name: 'Alerts' }).click();
  await page.getByRole('link', { name: 'Alert settings' }).click();
  const install = page.getByRole('button', { name: 'Install the app' });
  await expect(install).toBeVisible();
  await expectAccessible(page, 'with an app to install');
  await install.click();
  await expect(install).toHaveCount(0);
  expect(await page.evaluate(() => (globalThis as unknown as { prompts: string[] }).prompts)).toEqual([
    'asked',
  ]);
});

async function readPushSwitches(baseUrl: string): Promise<string[]> {
  const page = await (await fetch(`${baseUrl}/simulators/push/`)).text();
  return /<pre>([^<]+)<\/pre>/.exec(page)?.[1]?.split('\n') ?? [];
}

/** Opens a browser with a profile of its own: others count as private windows, which cannot subscribe or install. */
async function openBrowser(switches: string[]) {
  const profile = await mkdtemp(join(tmpdir(), 'tezi-profile-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM_PATH,
    args: [...ARGS, ...switches],
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

const listNotifications = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown = await scope.registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Clicks a notification. Pages may focus a window after a real click only, which a test cannot make. */
const clickNotification = (worker: Worker, tag: string) =>
  worker.evaluate(async (clicked) => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      WindowClient: { prototype: { focus(): Promise<unknown> } };
      NotificationEvent: new (type: string, init: object) => Event;
    };
    scope.WindowClient.prototype.focus = async () => {};
    const [notification] = await scope.registration.getNotifications({ tag: clicked });
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  }, tag);

/** Returns the ID of the worker's registration, once the worker is active. */
function findRegistration(devTools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  void devTools.send('ServiceWorker.enable');
  return found;
}
