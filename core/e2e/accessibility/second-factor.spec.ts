import type { Locator, Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import {
  codeField,
  openSecondFactor,
  send,
  sendPassword,
  startSetup,
  test,
} from '#features/accounts/e2e/admin/second-factor.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { AuthenticatorApp, setUpSecondFactor } from '#tests/e2e/support/second-factor.ts';
import { DESKTOP_VIEWPORT, expectNoFaultsInBothThemes, expectNoSidewaysScroll } from './scan.ts';

async function expectFitsMobile(page: Page, dialog: Locator): Promise<void> {
  await page.setViewportSize(MOBILE_VIEWPORT);
  await expectNoSidewaysScroll(page);
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 'within the dialog').toBe(0);
  await page.setViewportSize(DESKTOP_VIEWPORT);
}

test('each step of the second factor setup', async ({ page, user, browserErrors }) => {
  browserErrors.expectStatus(400);
  const dialog = await openSecondFactor(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This field may not be blank.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'before the setup');
  await expectFitsMobile(page, dialog);

  const app = new AuthenticatorApp(await startSetup(dialog, user.password));
  await codeField(dialog).fill(app.getWrongCode());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('That code is incorrect.')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the QR code');
  await expectFitsMobile(page, dialog);

  await codeField(dialog).fill(app.getCode());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('list')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the recovery codes');
  await expectFitsMobile(page, dialog);
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(dialog.getByText('10 recovery codes left')).toBeVisible();
  await expectNoFaultsInBothThemes(page, 'with the status');
  await expectFitsMobile(page, dialog);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectNoFaultsInBothThemes(page, 'before it is removed');
  await expectFitsMobile(page, dialog);
});

test('a sign-in with a rejected code', async ({ user, product, openBrowser, browserErrors }) => {
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
