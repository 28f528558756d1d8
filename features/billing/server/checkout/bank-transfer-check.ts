import type { Config } from '#core/server/config/config.ts';
import { getBankTransfer } from '#core/server/config/service-modes.ts';
import { type Check, off, ok } from '#core/server/platform/checks/checks.ts';
import { readFields } from '#features/billing/server/bank-transfer/rules/raast-qr.ts';

/** Checks that customers can pay by bank transfer. A server with an invalid or missing detail of the account does not start. */
export const createBankTransferCheck = (config: Config): Check => ({
  id: 'bank-transfer',
  title: 'Customers can pay by bank transfer',
  scope: 'shared',
  usesClock: false,
  setup: {
    group: 'Sales',
    purpose: 'Customers pay in rupees from a bank or a wallet, with or without Paddle.',
    settings: [
      'BANK_TRANSFER_ACCOUNT_TITLE',
      'BANK_TRANSFER_BANK',
      'BANK_TRANSFER_IBAN',
      'BANK_TRANSFER_PRICE_INTERMEDIATE_MONTHLY',
      'BANK_TRANSFER_SELLER_ADDRESS',
      'BANK_TRANSFER_SELLER_NTN',
    ],
  },
  async run() {
    const transfer = getBankTransfer(config);
    if (!transfer)
      return off(
        'Customers cannot pay by bank transfer.',
        'Set the account and a price in the BANK_TRANSFER settings, which docs/operations/bank-transfer.md describes, and restart.',
      );
    const { plans, iban, bank, merchantQr, seller } = transfer;
    const names = plans.map(({ displayName }) => displayName).join(', ');
    if (config.bankTransfer === null) return ok(`${names}, to the invented account of the demo.`);
    if (merchantQr !== null && readFields(merchantQr) === null)
      return {
        state: 'warning',
        cause: 'BANK_TRANSFER_MERCHANT_QR has wrong check digits: orders show the QR code of the account.',
        action: "Copy the content of your acquirer's QR code again, and restart.",
      };
    const missing = [
      ...(seller.address === null ? ['BANK_TRANSFER_SELLER_ADDRESS'] : []),
      ...(seller.ntn === null ? ['BANK_TRANSFER_SELLER_NTN'] : []),
    ];
    if (missing.length > 0)
      return {
        state: 'warning',
        cause: `Receipts do not have all data of the seller: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
        action: 'Set what your tax adviser asks for on receipts, and restart.',
      };
    return ok(`${names}, to the account that ends in ${iban.slice(-4)} at ${bank}.`);
  },
});
