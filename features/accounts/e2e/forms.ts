import type { Page } from '@playwright/test';

export interface SignUpFields {
  name: string;
  email: string;
  password: string;
  confirm: string;
}

export async function fillSignUp(page: Page, fields: SignUpFields): Promise<void> {
  await page.getByLabel('Full Name').fill(fields.name);
  await page.getByLabel('Email', { exact: true }).fill(fields.email);
  await page.getByLabel('Password', { exact: true }).fill(fields.password);
  await page.getByLabel('Confirm Password').fill(fields.confirm);
}

export async function submitSignUp(page: Page, fields: SignUpFields): Promise<void> {
  await fillSignUp(page, fields);
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
}

export async function submitSignIn(page: Page, fields: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(fields.email);
  await page.getByLabel('Password', { exact: true }).fill(fields.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}
