import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Worker } from '@playwright/test';
import { listAlertDeliveries } from '#contract/alerts/endpoints.ts';
import { ALERT_SETTINGS_PATH, paths } from '#contract/paths.ts';
import { expectAccessibleOnAllScreens } from '#tests/e2e/accessibility/scan.ts';
import { expect, signIn, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer, getStorageState } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';

/** The headless shell of the other tests receives no push messages. */
const CHROMIUM_PATH = '/usr/bin/chromium';
const ARGS = ['--no-sandbox', '--disable-gpu', '--no-first-run'];

test.skip(!existsSync(CHROMIUM_PATH), `This machine has no ${CHROMIUM_PATH}.`);

test('a customer allows push messages and receives those of a signal while all pages are closed', async ({
  product,
}) => {
  const user = await createCustomer(product.url);
  const context = await openSubscribingBrowser(product.url);
  await using _cleanup = { [Symbol.asyncDispose]: context.close };
  await signIn(context.browser, user, product.url);
  const page = await context.browser.newPage();
  await openPage(page, `${product.url}${ALERT_SETTINGS_PATH}`);
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText('This device receives push messages.')).toBeVisible({ timeout: 20_000 });
  await expectAccessibleOnAllScreens(page, 'with a device');
  await page.getByRole('button', { name: 'Send a test message' }).click();
  const worker = context.browser.serviceWorkers()[0] as Worker;
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
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: ARGS });
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
  await browser.close();
});

/** Opens a browser with a profile of its own, which uses the push service of the demo. */
async function openSubscribingBrowser(baseUrl: string) {
  const page = await (await fetch(`${baseUrl}/simulators/push/`)).text();
  const switches = /<pre>([^<]+)<\/pre>/.exec(page)?.[1]?.split('\n') ?? [];
  const profile = await mkdtemp(join(tmpdir(), 'tezi-push-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM_PATH,
    args: [...ARGS, ...switches],
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['notifications'], { origin: baseUrl });
  return {
    browser: context,
    close: async () => {
      await context.close();
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
