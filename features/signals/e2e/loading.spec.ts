import type { Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { holdRequests, openPage } from '#tests/e2e/support/pages.ts';
import { makeSignalList } from '#tests/e2e/support/signals.ts';

const LIST = '**/api/signals/psx-signals/?**';
const FAILURE = 'Failed to load signals. Please try again.';

const mockSignals = (page: Page, results: Signal[]) =>
  page.route(LIST, (route) => route.fulfill({ json: makeSignalList(results) }));

async function openIntraday(page: Page): Promise<void> {
  await openPage(page, paths.psxSignals);
  await page.getByRole('tab', { name: /Intraday/ }).click();
}

test('loading is shown until the signals are loaded', async ({ page }) => {
  const { release } = await holdRequests(page, LIST);
  await openIntraday(page);
  await expect(page.getByText('Loading signals...')).toBeVisible();
  await expect(page.locator('.skeleton[aria-busy="true"]')).toBeVisible();
  release();
  await expect(page.getByText('Breakout above the morning range')).toBeVisible();
  await expect(page.getByText('Loading signals...')).toHaveCount(0);
  await expect(page.locator('.skeleton')).toHaveCount(0);
});

test('a type without signals shows a message', async ({ page }) => {
  await mockSignals(page, []);
  await openIntraday(page);
  await expect(page.getByText('0 signals found')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No Signals Available' })).toBeVisible();
  await expect(
    page.getByText('No Intraday Signals are currently available. Check back later!'),
  ).toBeVisible();
});

test('one signal is counted in the singular, and its card labels missing targets and sector', async ({
  page,
}) => {
  await mockSignals(page, [
    {
      id: '7d0f6a52-0d3c-4a5c-9a52-3f1a8b0f6a11',
      title: 'A signal from elsewhere',
      signal_type: 'intraday',
      symbol: 'OLDX',
      sector: null,
      entry_price: '10.00',
      stop_loss: '9.00',
      target_points: [],
      leverage: 1,
      shariah_type: 'Unknown',
      risk_type: 'low',
      order_type: 'buy',
      call_status: 'in_progress',
      analyst_name: null,
      analyst_registration: null,
      rationale: null,
      disclosures: null,
      notes: null,
      disclosure_text: null,
      code: '7K3Q-X9ME',
      horizon_days: null,
      created_at: '2026-08-17T04:42:00.000Z',
      changed_at: null,
      company_name: null,
      published_levels: { order_type: 'buy', entry_price: '10.00', stop_loss: '9.00', target_points: [] },
      level_changes: [],
      expires_at: null,
      is_expired: false,
      last_close: null,
      price_status: null,
      entry_verdict: {
        verdict: 'not_open',
        reason: 'ended',
        date: null,
        close: null,
        risk_percent: null,
        reward_to_risk: null,
      },
      state: {
        kind: 'waiting',
        targets_hit: 0,
        r_multiple: null,
        as_of: null,
        is_old: false,
        reason: null,
      },
    },
  ]);
  await openIntraday(page);
  await expect(page.getByText('1 signal found', { exact: true })).toBeVisible();
  await expect(page.getByText('No target points available')).toBeVisible();
  await expect(page.getByText('N/A', { exact: true })).toBeVisible();
  await expect(page.getByText('17 Aug 2026, 09:42 PKT')).toBeVisible();
});

test('a server that fails or does not return JSON causes a failure, and Retry loads the signals', async ({
  page,
  browserErrors,
}) => {
  for (const [fault, fails] of [
    ['fails', { status: 400, body: '{"detail": "no"}' }],
    ['does not return JSON', { status: 200, body: '<html>', contentType: 'text/html' }],
  ] as const) {
    await test.step(fault, async () => {
      browserErrors.expectStatus(400);
      await page.route(LIST, (route) => route.fulfill(fails));
      await openIntraday(page);
      await expect(page.getByRole('alert')).toContainText(FAILURE);
      await page.unroute(LIST);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('Breakout above the morning range')).toBeVisible();
      await expect(page.getByText(FAILURE)).toHaveCount(0);
    });
  }
});
