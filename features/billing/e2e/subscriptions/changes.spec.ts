import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast } from '#tests/e2e/support/pages.ts';
import { CANCELED, DETAIL_CALL, openSubscription, PAUSED, PRO, toRequest } from './responses.ts';

/** The buttons that pause, cancel and resume; others change the plan. */
const ACTIONS = /^(Pause|Cancel|Resume)$/;

test.use({ role: 'customer' });

test('a cancellation is described, confirmed, sent once and shown', async ({ page }) => {
  const mocked = await openSubscription(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription' });
  await expect(dialog.getByText('It ends on 21 Dec 2026, at the end of the current period.')).toBeVisible();
  await expect(dialog.getByText('You keep premium access until then.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
  const held = Promise.withResolvers<void>();
  await page.route(DETAIL_CALL, async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.fallback();
  });
  const confirm = dialog.getByRole('button', { name: 'Cancel subscription' });
  await confirm.click();
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await confirm.click({ force: true });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  mocked.next = CANCELED;
  held.resolve();
  await expect(
    getToast(page, 'Subscription updated', 'It is now: Active (cancels 21 Dec 2026).'),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('This subscription ends on 21 Dec 2026')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Resume']);
  await expect(page.getByRole('heading', { name: 'Pro' })).toBeFocused();
  expect(mocked.changes).toEqual([toRequest('cancel')]);
});

test('a change that is not confirmed is not applied, and a rejection is explained in the dialog and a toast', async ({
  page,
  browserErrors,
}) => {
  const mocked = await openSubscription(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause subscription' });
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeFocused();
  expect(mocked.changes).toEqual([]);

  browserErrors.expectStatus(403);

  mocked.next = { status: 403, json: { detail: 'CSRF Failed: CSRF token missing.' } };
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Pause subscription' }).click();
  await expect(getToast(page, 'Failed to update subscription', 'Allow cookies for this site')).toBeVisible();

  await page.getByRole('button', { name: 'Not now' }).click();
  mocked.changes.length = 0;

  browserErrors.expectStatus(409);

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const error = 'This subscription is about to renew. Please try again in half an hour.';
  mocked.next = { status: 409, json: { error } };
  const requested = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.ok(),
  );
  await page.getByRole('button', { name: 'Pause subscription' }).click();
  await expect(getToast(page, 'Failed to update subscription', error)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(error);
  await requested;
  mocked.next = { get_status_display: 'Active (pauses 21 Dec 2026)', actions: ['resume'] };
  await page.getByRole('button', { name: 'Pause subscription' }).click();
  await expect(page.getByText('Active (pauses 21 Dec 2026)', { exact: true })).toBeVisible();
  expect(mocked.changes).toEqual([toRequest('pause'), toRequest('pause')]);
});

test('Resume describes the cost, reverts a cancellation and resumes a paused subscription', async ({
  page,
}) => {
  for (const { name, given, becomes, text } of [
    {
      name: 'reverts a cancellation',
      given: CANCELED,
      becomes: PRO,
      text: 'The cancellation on 21 Dec 2026 is reverted immediately',
    },
    {
      name: 'resumes a paused subscription',
      given: PAUSED,
      becomes: PRO,
      text: 'Paddle charges $60.00 now and a new month starts today',
    },
  ]) {
    await test.step(name, async () => {
      const mocked = await openSubscription(page, given);
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Resume subscription' });
      await expect(dialog.getByText(text)).toBeVisible();
      mocked.next = becomes;
      await dialog.getByRole('button', { name: 'Resume subscription' }).click();
      await expect(getToast(page, 'Subscription updated', 'It is now: Active.')).toBeVisible();
      await expect(page.getByRole('main').getByRole('button', { name: ACTIONS })).toHaveText([
        'Pause',
        'Cancel',
      ]);
      expect(mocked.changes).toEqual([toRequest('resume')]);
    });
  }
});

test('after a missing response the message does not claim that nothing has changed', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  await openSubscription(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.route(DETAIL_CALL, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(getToast(page, 'An error occurred', 'your change may have been made')).toBeVisible();
});
