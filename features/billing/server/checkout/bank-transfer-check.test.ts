import { expect, it } from 'vitest';
import { readConfig } from '#core/server/config/config.ts';
import { createBankTransferCheck } from './bank-transfer-check.ts';

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://tezi.example',
  DATABASE_URL: 'embedded',
  TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
  CONTACT_EMAIL: 'help@tezi.example',
  CONTACT_PHONE: '+92 42 111 222 333',
  SMTP_URL: 'none',
};
const ACCOUNT = {
  BANK_TRANSFER_PRICE_PRO_MONTHLY: '5000',
  BANK_TRANSFER_ACCOUNT_TITLE: 'Tezi Ltd',
  BANK_TRANSFER_BANK: 'Meezan Bank',
  BANK_TRANSFER_IBAN: 'PK03MEZN0000000000001234',
};
const SELLER = { BANK_TRANSFER_SELLER_ADDRESS: 'Karachi', BANK_TRANSFER_SELLER_NTN: '1234567-8' };

const run = (settings: Record<string, string>) =>
  createBankTransferCheck(readConfig({ ...PRODUCTION, ...settings })).run();

it('is off in production without settings, and says how to switch it on', async () => {
  expect(await run({})).toMatchObject({ state: 'off', action: expect.stringContaining('BANK_TRANSFER') });
});

it('names the plans and the end of the account only', async () => {
  expect(await run({ ...ACCOUNT, ...SELLER })).toMatchObject({
    state: 'ok',
    cause: 'Pro, to the account that ends in 1234 at Meezan Bank.',
  });
});

it.each(Object.keys(SELLER))('warns of receipts without %s', async (name) => {
  const finding = await run({ ...ACCOUNT, ...SELLER, [name]: '' });
  expect(finding).toMatchObject({ state: 'warning', cause: expect.stringContaining(`${name} is not set`) });
});

it('warns of a QR code of the merchant with wrong check digits', async () => {
  const code = '00020101021129300012PK.RAAST.P2M0110123456789052045411530358658029876304';
  const finding = await run({ ...ACCOUNT, ...SELLER, BANK_TRANSFER_MERCHANT_QR: `${code}0000` });
  expect(finding).toMatchObject({ state: 'warning', cause: expect.stringContaining('MERCHANT_QR') });
});

it.each([
  ['BANK_TRANSFER_IBAN', ''],
  ['BANK_TRANSFER_IBAN', 'PK04MEZN0000000000001234'],
  ['BANK_TRANSFER_ACCOUNT_TITLE', ''],
  ['BANK_TRANSFER_BANK', ''],
  ['BANK_TRANSFER_PRICE_PRO_MONTHLY', ''],
])('does not let a server start with %s=%s', async (name, value) => {
  await expect(async () => run({ ...ACCOUNT, ...SELLER, [name]: value })).rejects.toThrow('BANK_TRANSFER');
});
