import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { addressOf, hold, open, stored, toast } from '#tests/e2e/support/pages.ts';
import {
  fillPasswords,
  openProfile,
  openSecurity,
  PROFILE_CALL,
  profileOf,
  tooMany,
  updateButton,
} from './account.ts';
import { submitSignIn } from './forms.ts';

test.use({ reader: 'customer' });

const NEXT = 'lagoon-Tariq-91-ledger';
const UPDATE = '**/api/customers/update-password/';

test('after a change of password the customer is told, signed out, and signs in with the new one', async ({
  page,
  person,
  surprises,
}) => {
  await openSecurity(page);
  await fillPasswords(page, { current: person.password, next: NEXT, confirm: NEXT });
  await updateButton(page).click();
  const told = toast(page, 'Password updated successfully', 'Please sign in again with your new password');
  await expect(told).toBeVisible();
  await expect(page.getByText('Your password is changed.')).toBeFocused();
  expect(addressOf(page), 'there is time to read').toBe(`${paths.profile}?tab=security`);
  expect(await stored(page, 'access_token')).not.toBeNull();
  // Nothing was asked meanwhile: a refused call would have been a surprise.
  await expect(page).toHaveURL(paths.signIn);
  for (const key of ['user', 'access_token', 'refresh_token'])
    expect(await stored(page, key), key).toBeNull();

  surprises.expectStatus(401);
  await submitSignIn(page, person);
  await expect(toast(page, 'Sign in failed', 'Invalid email or password. Please try again.')).toBeVisible();
  await submitSignIn(page, { ...person, password: NEXT });
  await expect(page).toHaveURL(paths.home);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('a change of password counts also when the other tab is opened meanwhile', async ({ page, person }) => {
  await openSecurity(page);
  await fillPasswords(page, { current: person.password, next: NEXT, confirm: NEXT });
  const { release, count } = await hold(page, UPDATE);
  await updateButton(page).click();
  await expect.poll(count).toBe(1);
  await page.getByRole('tab', { name: 'Profile Information' }).click();
  release();
  await expect(toast(page, 'Password updated successfully', '')).toBeVisible();
  await expect(page).toHaveURL(paths.signIn);
});

test('whoever goes to another page after the change goes there as a visitor', async ({ page, person }) => {
  await openSecurity(page);
  await fillPasswords(page, { current: person.password, next: NEXT, confirm: NEXT });
  await updateButton(page).click();
  await expect(toast(page, 'Password updated successfully', '')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Signals' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveURL(paths.signals);
});

test('a wrong current password is said at its field, and nothing typed is lost', async ({
  page,
  person,
  surprises,
}) => {
  surprises.expectStatus(400);
  await openSecurity(page);
  await fillPasswords(page, { current: 'not this one', next: NEXT, confirm: NEXT });
  await updateButton(page).click();
  await expect(toast(page, 'Failed to update password', 'Current password is incorrect')).toBeVisible();
  const current = page.getByLabel('Current Password');
  await expect(current).toHaveAccessibleDescription('Current password is incorrect');
  await expect(current).toBeFocused();
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue(NEXT);
  await current.fill(person.password);
  await expect(page.getByRole('main').getByText('Current password is incorrect')).toHaveCount(0);
  await updateButton(page).click();
  await expect(page).toHaveURL(paths.signIn);
});

test('whether the new password was repeated rightly is said while typing, and holds the button', async ({
  page,
}) => {
  await openSecurity(page);
  await fillPasswords(page, { current: 'anything', next: NEXT, confirm: NEXT.slice(0, -1) });
  const said = page.getByText('Passwords do not match');
  await expect(said).toBeVisible();
  await expect(page.locator('[aria-live=polite]').filter({ has: said })).toBeAttached();
  await expect(updateButton(page)).toBeDisabled();
  await page.getByLabel('Confirm New Password').fill(NEXT);
  await expect(page.getByText('Passwords match')).toBeVisible();
  await expect(updateButton(page)).toBeEnabled();
});

test('a password that is too short is refused before it is sent', async ({ page, person }) => {
  await openSecurity(page);
  await fillPasswords(page, { current: person.password, next: 'sh0rt!!', confirm: 'sh0rt!!' });
  await updateButton(page).click();
  const text = 'Password must be at least 8 characters long';
  await expect(toast(page, 'Failed to update password', text)).toBeVisible();
  await expect(page.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
    new RegExp(text),
  );
});

test('each password can be shown and hidden', async ({ page }) => {
  await openSecurity(page);
  for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
    const field = page.getByLabel(label, { exact: true });
    const toggle = field.locator('..').getByRole('button');
    await expect(field).toHaveAttribute('type', 'password');
    await toggle.click();
    await expect(field).toHaveAttribute('type', 'text');
    await toggle.click();
    await expect(field).toHaveAttribute('type', 'password');
  }
});

test('the strength of the new password is said, and knows the customer', async ({ page, person }) => {
  await openSecurity(page);
  await fillPasswords(page, { current: '', next: person.email, confirm: '' });
  await expect(page.getByText(/^Password strength: (Very weak|Weak)/)).toBeVisible();
  await expect(page.getByText('Leave out your name')).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill(NEXT);
  await expect(page.getByText('Password strength: Strong')).toBeVisible();
});

test('without what tells the strength the form works all the same', async ({ page, person, surprises }) => {
  surprises.expect(/estimate-strength|net::ERR_FAILED/);
  await page.route('**/assets/estimate-strength-*.js', (route) => route.abort());
  await openSecurity(page);
  await fillPasswords(page, { current: person.password, next: NEXT, confirm: NEXT });
  await expect(page.getByText('Password strength')).toHaveCount(0);
  await updateButton(page).click();
  await expect(page).toHaveURL(paths.signIn);
});

test('what tells the strength is loaded when the tab opens, and not before', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await open(page, paths.profile);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  expect(loaded.filter((url) => url.includes('estimate-strength'))).toEqual([]);
  const asked = page.waitForRequest('**/assets/estimate-strength-*.js');
  await page.getByRole('tab', { name: 'Account Security' }).click();
  await asked;
});

test('after too many wrong passwords the page says when to try again', async ({ page, surprises }) => {
  surprises.expectStatus(429);
  await page.route(UPDATE, tooMany(37));
  await openSecurity(page);
  await fillPasswords(page, { current: 'not this one', next: NEXT, confirm: NEXT });
  await updateButton(page).click();
  const text = 'Too many attempts. Please try again in 37 seconds.';
  await expect(toast(page, 'Failed to update password', text)).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(text);
});

test('a password manager finds whose password it is', async ({ page, person }) => {
  await openSecurity(page);
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(person.email);
  await expect(page.getByLabel('Current Password')).toHaveAttribute('autocomplete', 'current-password');
  for (const label of ['New Password', 'Confirm New Password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', 'new-password');
  }
});

test('an account without a password has a link mailed with which to set one', async ({ page, person }) => {
  await page.route(PROFILE_CALL, (route) =>
    route.fulfill({ json: { ...profileOf(person), has_password: false, has_google: true } }),
  );
  await page.route('**/api/customers/auth/password-reset/', (route) =>
    route.fulfill({ json: { message: 'Sent.' } }),
  );
  await openProfile(page);
  await page.getByRole('tab', { name: 'Account Security' }).click();
  await expect(page.getByText('You sign in with Google, so your account has none.')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toHaveCount(0);
  const asked = page.waitForRequest('**/api/customers/auth/password-reset/');
  await page.getByRole('button', { name: 'Mail me a link to set a password' }).click();
  expect((await asked).postDataJSON()).toEqual({ email: person.email });
  await expect(page.getByText('The link is on its way.')).toBeVisible();
});
