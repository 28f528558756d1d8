import { expect, test } from '#tests/e2e/fixtures.ts';
import { getToast } from '#tests/e2e/support/pages.ts';
import { CANCELLED, DETAIL_CALL, openDetail, PAUSED, PRO, sent } from './responses.ts';

test.use({ role: 'customer' });

test('a cancellation says first when it ends and what is kept, then is made and shown', async ({ page }) => {
  const answers = await openDetail(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' });
  await expect(dialog.getByText('It ends on 21 Dec 2026, at the end of the current period.')).toBeVisible();
  await expect(dialog.getByText('You keep premium access until then.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Not Now' })).toBeFocused();
  answers.next = CANCELLED;
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(
    getToast(page, 'Subscription updated', 'It is now: Active (cancels Dec 21, 2026).'),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('This subscription ends on 21 Dec 2026')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Resume']);
  await expect(page.getByRole('heading', { name: 'Pro' })).toBeFocused();
  expect(answers.changes).toEqual([sent('cancel')]);
});

test('a change that is not wanted after all is not made', async ({ page }) => {
  const answers = await openDetail(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause Subscription' });
  await dialog.getByRole('button', { name: 'Not Now' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeFocused();
  expect(answers.changes).toEqual([]);
});

for (const { name, given, becomes, text } of [
  {
    name: 'a cancellation is taken back',
    given: CANCELLED,
    becomes: PRO,
    text: 'The cancellation on 21 Dec 2026 is reverted immediately',
  },
  {
    name: 'a paused subscription is resumed',
    given: PAUSED,
    becomes: PRO,
    text: 'Paddle charges $60.00 now and a new month starts today',
  },
]) {
  test(`${name} once it was said what that costs`, async ({ page }) => {
    const answers = await openDetail(page, given);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Resume Subscription' });
    await expect(dialog.getByText(text)).toBeVisible();
    answers.next = becomes;
    await dialog.getByRole('button', { name: 'Resume Subscription' }).click();
    await expect(getToast(page, 'Subscription updated', 'It is now: Active.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['Pause', 'Cancel']);
    expect(answers.changes).toEqual([sent('resume')]);
  });
}

test('while a change is under way it is not asked for twice and the question stays', async ({ page }) => {
  const answers = await openDetail(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(DETAIL_CALL, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const confirm = page.getByRole('button', { name: 'Cancel Subscription' });
  await confirm.click();
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await confirm.click({ force: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  answers.next = CANCELLED;
  answer();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(answers.changes).toEqual([sent('cancel')]);
});

test('a refusal is said with what to do, in the question and beside it, and the page asks anew', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expectStatus(409);
  const answers = await openDetail(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const error = 'This subscription is about to renew. Please try again in half an hour.';
  answers.next = { status: 409, json: { error } };
  const asked = page.waitForResponse((answer) => answer.request().method() === 'GET' && answer.ok());
  await page.getByRole('button', { name: 'Pause Subscription' }).click();
  await expect(getToast(page, 'Failed to update subscription', error)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(error);
  await asked;
  answers.next = { get_status_display: 'Active (pauses Dec 21, 2026)', actions: ['resume'] };
  await page.getByRole('button', { name: 'Pause Subscription' }).click();
  await expect(page.getByText('Active (pauses Dec 21, 2026)', { exact: true })).toBeVisible();
  expect(answers.changes).toEqual([sent('pause'), sent('pause')]);
});

test('without an answer nobody is told that nothing has happened', async ({ page, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await openDetail(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.route(DETAIL_CALL, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(getToast(page, 'An error occurred', 'your change may have been made')).toBeVisible();
});

test('a browser without our cookie is told to allow it', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(403);
  const answers = await openDetail(page);
  answers.next = { status: 403, json: { detail: 'CSRF Failed: CSRF token missing.' } };
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Pause Subscription' }).click();
  await expect(getToast(page, 'Failed to update subscription', 'Allow cookies for this site')).toBeVisible();
});
