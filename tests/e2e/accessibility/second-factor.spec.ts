import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import {
  startSetup,
  codeField,
  openSecondFactor,
  send,
  sendPassword,
  test,
} from '#tests/e2e/admin/second-factor.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { openPage, MOBILE_VIEWPORT } from '#tests/e2e/support/pages.ts';
import { AuthenticatorApp, setUpSecondFactor } from '#tests/e2e/support/second-factor.ts';
import { expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

const DESK = { width: 1440, height: 900 };

async function expectFitsAPhone(page: Page, dialog: Locator): Promise<void> {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
  await page.setViewportSize(DESK);
}

test('the set-up of a second factor, step by step', async ({ page, user, browserErrors }) => {
  browserErrors.expectStatus(400);
  const dialog = await openSecondFactor(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This field may not be blank.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'before it begins');
  await expectFitsAPhone(page, dialog);

  const app = new AuthenticatorApp(await startSetup(dialog, user.password));
  await codeField(dialog).fill(app.getWrongCode());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('That code is incorrect.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the QR code');
  await expectFitsAPhone(page, dialog);

  await codeField(dialog).fill(app.getCode());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('list')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the recovery codes');
  await expectFitsAPhone(page, dialog);
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await expect(dialog.getByText('10 recovery codes left')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the status');
  await expectFitsAPhone(page, dialog);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectNoFaultsInBothThemes(page, 'before it is removed');
  await expectFitsAPhone(page, dialog);
});

test('the sign-in that asks for a code and refuses it', async ({
  user,
  product,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.expectStatus(401);
  const { app } = await setUpSecondFactor(product.url, user);
  const page = await openBrowser();
  await openPage(page, paths.adminSignIn);
  await sendPassword(page, user);
  await expect(codeField(page)).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the field for the code');
  await codeField(page).fill(app.getWrongCode());
  await send(page);
  await expect(page.getByRole('main').getByText('That code is incorrect')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with a wrong code');
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
});
