import { readFile } from 'node:fs/promises';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { paths } from '#core/contract/paths.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from '#core/e2e/accessibility/scan.ts';
import { type CheckResult, readSystem } from '#features/operations/contract/system.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { getToast, MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';

test.use({ role: 'administrator' });

const SYSTEM = '**/api/admin/system/';
const JOB = {
  id: '0f6f3c1e-7a53-4a0e-9d0f-0b3f5c1e7a53',
  queue: 'email',
  failed_at: '2026-11-21T05:42:00.000Z',
  attempts: 8,
  error: 'connect ECONNREFUSED 10.0.0.9:25',
};

const FAILING: CheckResult = {
  id: 'clock',
  title: 'The clock of the server agrees with that of the database',
  server: 'web-2:3000',
  state: 'failing',
  since: JOB.failed_at,
  cause: 'The clock of this server is 2 hours ahead of that of the database.',
  action: 'Synchronize the clocks of both machines (timedatectl).',
  path: null,
  runbook: 'docs/operations/monitoring.md#check-clock',
};

test('the state of the demo is shown', async ({ page, product, user }) => {
  await openPage(page, paths.adminDashboard);
  const navigation = page.getByRole('navigation', { name: 'Administration' });
  await navigation.getByRole('link', { name: 'Operation' }).click();
  await navigation.getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  const { server } = await call(product.url, readSystem, {}, user.access);
  await expect(page.getByText(`${server.version}, on Node.js ${server.node_version}`)).toBeVisible();
  await page.getByText('Checks that are OK').click();
  await expect(page.getByRole('row').filter({ hasText: 'Emails are sent' })).toContainText('No email waits.');
  await expect(page.getByRole('table', { name: 'Security events' })).toContainText('Signed in');
});

test('the archive of a period is downloaded with the password', async ({ page, user }) => {
  await openPage(page, paths.adminSystem);
  await page.getByLabel('From date').fill('2026-01-01');
  await page.getByLabel('To date').fill('2026-12-31');
  await page.getByLabel('Your password', { exact: true }).fill(user.password);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export bundle' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('tezi-inspection-2026-01-01-2026-12-31.zip');
  const archive = await readFile(await download.path());
  // The signature of a ZIP file.
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
});

test.describe('with failed jobs', () => {
  let state: EndpointOutput<typeof readSystem>;

  test.beforeEach(async ({ page, product, user }) => {
    const current = await call(product.url, readSystem, {}, user.access);
    const minutes = Array.from({ length: 60 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 10, 21, 4, 42 + index)).toISOString(),
      requests: 100 + ((index * 37) % 90),
      server_errors: index === 30 ? 4 : 0,
      event_loop_delay_ms: 12 + (index % 7),
      memory_bytes: 210e6 + index * 1e6,
    }));
    state = {
      ...current,
      server: { ...current.server, minutes },
      queues: [{ name: 'email', waiting: 3, running: 1, failed: 1 }],
      failed_jobs: [JOB],
      failed_job_count: 1,
      checks: [FAILING, ...current.checks],
    };
    await page.route(SYSTEM, (route) => route.fulfill({ json: state }));
  });

  test('what needs attention is named, on every screen', async ({ page }) => {
    await openPage(page, paths.adminSystem);
    const problem = page.getByRole('table', { name: 'Problems' }).getByRole('row').nth(1);
    for (const text of ['Failing', FAILING.title, 'web-2:3000', FAILING.cause, '10:42', FAILING.action])
      await expect(problem).toContainText(text ?? '');
    await expect(problem).toContainText('docs/operations/monitoring.md#check-clock');
    await expect(page.getByText('now, 4 at most')).toBeVisible();
    await expectNoFaultsInBothThemes(page, 'with failed jobs');
    await page.setViewportSize(MOBILE_VIEWPORT);
    await expectNoSidewaysScroll(page);
  });

  test('a failed job is retried, and stays if that fails', async ({ page, browserErrors }) => {
    browserErrors.expectStatus(503);
    const retries: string[] = [];
    let status = 503;
    await page.route('**/api/admin/system/jobs/*/retry/', async (route) => {
      retries.push(new URL(route.request().url()).pathname);
      if (status === 204) Object.assign(state, { failed_jobs: [], failed_job_count: 0, queues: [] });
      await route.fulfill(status === 204 ? { status } : { status, json: { detail: 'Unavailable.' } });
    });
    await openPage(page, paths.adminSystem);
    const button = page.getByRole('button', { name: 'Retry' });
    await button.click();
    await expect(getToast(page, 'The job was not retried', '')).toBeVisible();
    status = 204;
    await button.click();
    await expect(getToast(page, 'Job queued', 'it reappears here')).toBeVisible();
    await expect(page.getByText('No jobs are waiting or running.')).toBeVisible();
    expect(retries).toEqual(Array(2).fill(`/api/admin/system/jobs/${JOB.id}/retry/`));
  });
});

test('a failure to load can be retried', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(503);
  await page.route(SYSTEM, (route) => route.fulfill({ status: 503, body: '{}' }));
  await openPage(page, paths.adminSystem);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(SYSTEM);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Background jobs' })).toBeVisible();
});
