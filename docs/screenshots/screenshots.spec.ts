import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { formatSignalText } from '#features/signals/contract/signal-text.ts';
import { type AdvanceBody, advanceDemoClock } from '#features/site/contract/demo.ts';
import { test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

/** Larger pictures make the README slow to load. */
const MAX_BYTES = 250_000;
/** The height of pictures whose point is further down. */
const TALL = 1000;
const COMPANY = 'NRL';
/** Companies with signals and dates, whose alerts the inbox shows. */
const WATCHED = [COMPANY, 'HUBC', 'LUCK', 'HBL'];

test('takes the pictures of the README', async ({ openBrowser, page: visitor, product, browserErrors }) => {
  // The advanced clock ends access tokens, which the pages refresh.
  browserErrors.expect(/401 \(Unauthorized\)/);
  const subscriber = await openBrowser();
  await signIn(subscriber, 'Subscriber', paths.swingSignals);
  for (const symbol of WATCHED) await watch(subscriber, symbol);

  // Sample content is dated from the day on which the demo starts. An hour of the next session is always one with an open market and
  // with signals in progress.
  const advance = (body: AdvanceBody) => call(product.url, advanceDemoClock, { body });
  await advance({ until: 'next-session' });
  await advance({ hours: 2 });

  await openPage(subscriber, paths.today);
  await take(subscriber, 'today', subscriber.getByRole('heading', { name: 'Last buying days' }));

  await openPage(subscriber, paths.swingSignals);
  await take(subscriber, 'signals', subscriber.getByText('Reward to risk at publication').first());

  await openPage(subscriber, getCompanyPath(COMPANY));
  const indicators = subscriber.getByRole('region', { name: 'Indicators' });
  await indicators.getByLabel('Indicator', { exact: true }).selectOption('Bollinger Bands');
  await indicators.getByRole('button', { name: 'Add' }).click();
  await expect(indicators.getByText(/^middle /)).toBeVisible();
  await take(subscriber, 'company', subscriber.locator('[role="img"] canvas').first(), TALL);

  await openPage(subscriber, paths.alerts);
  await take(subscriber, 'alerts', subscriber.getByText(/unread$/));

  await openPage(visitor, paths.performance);
  await take(visitor, 'performance', visitor.getByRole('heading', { level: 1 }), TALL);

  await openPage(visitor, paths.record);
  await visitor.getByRole('button', { name: 'Verify the record' }).click();
  await take(visitor, 'record', visitor.getByText('The record is valid.'), TALL);

  await openPage(visitor, paths.verify);
  await visitor.getByLabel('Message or code').fill(await writeMessage(product.url));
  await visitor.getByRole('button', { name: 'Check' }).click();
  await take(visitor, 'verify', visitor.getByText('Differs from what we published'), TALL);

  await openPage(visitor, paths.news);
  await take(visitor, 'news', visitor.getByText(/^Found \d+ articles$/));

  await openPage(visitor, paths.bookClosure);
  await take(visitor, 'book-closures', visitor.getByRole('heading', { level: 1 }));

  const administrator = await openBrowser();
  await signIn(administrator, 'Administrator', paths.adminDashboard);
  // Without the notification of the sign-in.
  await openPage(administrator, paths.adminDashboard);
  await take(administrator, 'admin', administrator.getByRole('row').nth(1));
});

async function signIn(page: Page, name: string, opened: string): Promise<void> {
  await openPage(page, paths.home);
  await page.getByRole('form', { name: 'Demo sign-in' }).getByRole('button', { name }).click();
  await expect(page).toHaveURL(opened);
}

async function watch(page: Page, symbol: string): Promise<void> {
  await openPage(page, getCompanyPath(symbol));
  const star = page.getByRole('button', { name: `Watch ${symbol}` }).first();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
}

/** Writes a message about a public signal with another stop loss than the published one. */
async function writeMessage(url: string): Promise<string> {
  const { results } = await call(url, listPsxSignals, { query: { signal_type: 'intraday' } });
  const signal = results[0];
  if (!signal) throw new Error('The demo has no intraday signal.');
  return formatSignalText({ ...signal, disclosure_text: null, stop_loss: '120.00' }, '').trim();
}

/** Takes a picture of the top of the page once `content` and all that loads with it is visible. */
async function take(page: Page, name: string, content: Locator, height = 900): Promise<void> {
  await page.setViewportSize({ width: 1440, height });
  await expect(content).toBeVisible();
  await expect(page.getByText(/^Loading/).filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  // Images below the window are lazy-loaded.
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  );
  const path = fileURLToPath(new URL(`${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled' });
  expect((await stat(path)).size, `${name}.png`).toBeLessThan(MAX_BYTES);
}
