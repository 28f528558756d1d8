import { paths } from '#core/contract/paths.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { call, createCustomer } from '#tests/e2e/support/accounts.ts';
import { getPath, getToast, holdRequests, openPage, readLocalStorage } from '#tests/e2e/support/pages.ts';
import { makeProfile, openProfile, PROFILE_CALL, SECURITY } from './account.ts';
import { submitSignIn } from './forms.ts';

test.use({ role: 'customer' });

test('the profile is read-only until Edit Profile; a change is discarded or saved on the server and shown', async ({
  page,
  user,
  product,
}) => {
  await test.step('the profile is read-only until Edit Profile, and Cancel discards the typed values and reloads it', async () => {
    await openProfile(page);
    await expect(page.getByLabel('First Name')).toHaveValue('Ayesha');
    await expect(page.getByLabel('Last Name')).toHaveValue('Khan');
    await expect(page.getByLabel('Email Address')).toHaveValue(user.email);
    await expect(page.getByText('Email address cannot be changed for security reasons')).toBeVisible();
    for (const label of ['First Name', 'Last Name', 'Email Address', 'Phone Number']) {
      await expect(page.getByLabel(label), label).not.toBeEditable();
    }
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(page.getByLabel('First Name')).toBeFocused();
    for (const label of ['First Name', 'Last Name', 'Phone Number']) {
      await expect(page.getByLabel(label), label).toBeEditable();
    }
    await expect(page.getByLabel('Email Address')).not.toBeEditable();

    await page.getByLabel('First Name').fill('Discarded');
    await page.route(PROFILE_CALL, (route) =>
      route.fulfill({ json: { ...makeProfile(user), last_name: 'Changed Elsewhere' } }),
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Last Name')).toHaveValue('Changed Elsewhere');
    await expect(page.getByLabel('First Name')).toHaveValue('Ayesha');
    await expect(page.getByLabel('First Name')).not.toBeEditable();
  });
  await page.unroute(PROFILE_CALL);

  await test.step('a saved profile is stored on the server, and the account menu shows the new name', async () => {
    await openProfile(page);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First Name').fill('  Sana ');
    await page.getByLabel('Last Name').fill('Tariq');
    await page.getByLabel('Phone Number').fill('0300 1234567');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(getToast(page, 'Profile updated successfully', '')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
    await expect(page.getByLabel('First Name')).toHaveValue('Sana');
    await expect(page.getByLabel('Phone Number')).toHaveValue('+923001234567');
    await expect(page.getByLabel('Phone Number')).not.toBeEditable();

    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.locator('#account-menu')).toContainText('Sana Tariq');
    expect(JSON.parse((await readLocalStorage(page, 'user')) ?? '')).toMatchObject({
      name: 'Sana Tariq',
      firstName: 'Sana',
      lastName: 'Tariq',
      email: user.email,
    });
    expect(await call(product.url, readProfile, {}, user.access)).toMatchObject({
      first_name: 'Sana',
      last_name: 'Tariq',
      phone: '+923001234567',
    });
  });
});

test('a failure to load the profile or to save it is shown, and typed values are kept, also in the other tab', async ({
  page,
  browserErrors,
}) => {
  await test.step('a failure to load the profile is shown, and Retry loads it', async () => {
    browserErrors.expectStatus(503);
    let isDown = true;
    await page.route(PROFILE_CALL, (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { detail: 'The service is temporarily unavailable.' } })
        : route.continue(),
    );
    await openPage(page, paths.profile);
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('Failed to load profile data');
    await expect(failure).toContainText('Failed to fetch profile: 503.');
    await expect(failure).toContainText('The service is temporarily unavailable.');
    isDown = false;
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByLabel('First Name')).toHaveValue('Ayesha');
    await expect(page.locator(':focus')).toContainText('About you');
  });
  await page.unroute(PROFILE_CALL);

  await test.step('a rejected profile shows why, keeps the typed values and can be saved again', async () => {
    browserErrors.expectStatus(400);
    browserErrors.expectStatus(500);

    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const save = page.getByRole('button', { name: 'Save Changes' });
    const phone = page.getByLabel('Phone Number');

    await test.step('without a last name', async () => {
      await page.getByLabel('First Name').fill('Sana');
      await page.getByLabel('Last Name').fill('   ');
      await save.click();
      await expect(getToast(page, 'Error', 'Please fill in all fields')).toBeVisible();
      await expect(page.getByLabel('Last Name')).toHaveAccessibleDescription(/may not be blank/);
      await expect(page.getByLabel('Last Name')).toBeFocused();
      await expect(page.getByLabel('First Name')).toHaveValue('Sana');
    });

    await test.step('with an invalid phone number', async () => {
      await page.getByLabel('Last Name').fill('Khan');
      await phone.fill('12');
      await save.click();
      await expect(getToast(page, 'Failed to update profile', 'Enter a valid phone number')).toBeVisible();
      await expect(phone).toHaveAccessibleDescription(/Enter a valid phone number/);
      await expect(phone).toBeFocused();
      await expect(phone).toHaveValue('12');
      await expect(page.getByLabel('First Name')).toHaveValue('Sana');
    });

    await test.step('because of a server error', async () => {
      await phone.fill('');
      const detail = 'Something went wrong on our side. Please try again.';
      await page.route(PROFILE_CALL, (route) => route.fulfill({ status: 500, json: { detail } }), {
        times: 1,
      });
      await save.click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText(detail);
      await expect(page.getByLabel('First Name')).toHaveValue('Sana');
    });

    await save.click();
    await expect(getToast(page, 'Profile updated successfully', '')).toBeVisible();
    // The earlier error toasts disappear.
    await expect(getToast(page, 'Failed to update profile', '')).toHaveCount(0, { timeout: 5_000 });
  });

  await test.step('the toast of a success does not stay next to the error of the next attempt', async () => {
    browserErrors.expectStatus(500);

    const save = async () => {
      await page.getByRole('button', { name: 'Edit Profile' }).press('Enter');
      await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
    };
    const toast = getToast(page, 'Profile updated successfully', '');
    await save();
    // It does not expire below the pointer.
    await toast.hover();
    const detail = 'Something went wrong on our side. Please try again.';
    await page.route(PROFILE_CALL, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { detail } })
        : route.continue(),
    );
    await save();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(detail);
    await expect(toast).toHaveCount(0);
  });
  await page.unroute(PROFILE_CALL);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await test.step('a change is saved while the other tab is open', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First Name').fill('Sana');
    const { release, count } = await holdRequests(page, PROFILE_CALL);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(count).toBe(1);
    await page.getByRole('tab', { name: 'Account Security' }).click();
    release();
    await expect(getToast(page, 'Profile updated successfully', '')).toBeVisible();
    await page.getByRole('tab', { name: 'Profile Information' }).click();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue('Sana');
  });
  await page.unroute(PROFILE_CALL);

  await test.step('the URL contains the tab, Back works, and the other tab keeps its typed values', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First Name').fill('Sana');
    await page.getByRole('tab', { name: 'Account Security' }).click();
    expect(getPath(page)).toBe(SECURITY);
    await expect(page.getByRole('tab', { name: 'Account Security' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName('Account Security');
    await expect(page.getByLabel('First Name')).toBeHidden();
    await page.getByLabel('Current Password').fill('half a');
    await page.goBack();
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName('Profile Information');
    await expect(page.getByLabel('First Name')).toHaveValue('Sana');
    await expect(page.getByLabel('First Name')).toBeEditable();
    await page.goForward();
    await expect(page.getByLabel('Current Password')).toHaveValue('half a');
  });
});

test('the next user in the same tab sees no data of the previous user', async ({ page, user, product }) => {
  await openProfile(page);
  const next = await createCustomer(product.url);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(new RegExp(paths.signIn));
  const { release } = await holdRequests(page, PROFILE_CALL);
  await submitSignIn(page, next);
  await expect(page).toHaveURL(paths.profile);
  await expect(page.getByText('Loading your profile...')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveCount(0);
  release();
  await expect(page.getByLabel('Email Address')).toHaveValue(next.email);
  await expect(page.locator('body')).not.toContainText(user.email);
});
