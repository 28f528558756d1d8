import * as z from 'zod/mini';
import { PLAN_SETTINGS } from './billing-settings.ts';
import { type Settings, type SettingsReader, text, wholeNumber } from './read-settings.ts';

/** How customers pay by bank transfer and Raast, in rupees. */
export interface BankTransferSettings {
  /** The plans with a price, in display order. */
  plans: readonly LocalPlan[];
  accountTitle: string;
  bank: string;
  iban: string;
  /** E.164; `null` without one. */
  raastId: string | null;
  /** The acquirer's static QR code of the merchant; `null` without one. */
  merchantQr: string | null;
  orderHours: number;
  seller: SellerDetails;
}

/** The legal data on receipts. */
interface SellerDetails {
  name: string;
  address: string | null;
  ntn: string | null;
  servicesTaxNumber: string | null;
  /** What receipts say about taxes. */
  taxNote: string | null;
}

interface LocalPlan {
  key: 'intermediate' | 'pro';
  displayName: string;
  /** In paisa; `null` for an interval that is not for sale. */
  monthPaisa: number | null;
  yearPaisa: number | null;
}

const price = (description: string) =>
  ({
    description,
    schema: z.pipe(
      wholeNumber(20, 10_000_000),
      z.transform((rupees) => rupees * 100),
    ),
    example: '1500',
  }) as const;

/** Removes what people write around an IBAN. */
const normalizeIban = (value: string) => value.replace(/^IBAN/i, '').replace(/[\s-]/g, '').toUpperCase();

const RAAST_ID = /^(?:\+92|0092|92|0)(3\d{9})$/;

export const BANK_TRANSFER_SETTINGS = {
  BANK_TRANSFER_PRICE_INTERMEDIATE_MONTHLY: price(
    'The price of a month of the first plan in whole rupees. A plan and interval without a price cannot be paid by bank transfer.',
  ),
  BANK_TRANSFER_PRICE_INTERMEDIATE_YEARLY: price('The price of a year of the first plan in whole rupees.'),
  BANK_TRANSFER_PRICE_PRO_MONTHLY: price('The price of a month of the second plan in whole rupees.'),
  BANK_TRANSFER_PRICE_PRO_YEARLY: price('The price of a year of the second plan in whole rupees.'),
  BANK_TRANSFER_ACCOUNT_TITLE: {
    description:
      'The title of the account exactly as the bank has it: the apps of payers show it before they pay.',
    schema: text,
    example: 'Tezi (Private) Limited',
  },
  BANK_TRANSFER_BANK: { description: 'The name of the bank.', schema: text, example: 'Meezan Bank' },
  BANK_TRANSFER_IBAN: {
    description: 'The IBAN of the account, 24 characters that begin with PK.',
    schema: z.pipe(
      z.string().check(
        z.refine((value) => isPakistaniIban(normalizeIban(value)), {
          error: ({ input }) =>
            `is "${input}"; it must be an IBAN that begins with PK and has valid check digits.`,
        }),
      ),
      z.transform(normalizeIban),
    ),
    example: 'PK03MEZN0000000000001234',
  },
  BANK_TRANSFER_RAAST_ID: {
    description: 'The Raast ID of the account: the mobile number that is registered with the bank.',
    schema: z.pipe(
      z.string().check(
        z.refine((value) => RAAST_ID.test(value.replace(/[\s-]/g, '')), {
          error: ({ input }) => `is "${input}"; it must be a mobile number such as 03001234567.`,
        }),
      ),
      z.transform((value) => value.replace(/[\s-]/g, '').replace(RAAST_ID, '+92$1')),
    ),
    example: '03001234567',
  },
  BANK_TRANSFER_MERCHANT_QR: {
    description:
      'The content of the static Raast QR code for merchants that your acquirer issued, which begins with `000201`. Orders then show it with their amount and code. Without it they show the QR code of the account, which has no code.',
    schema: z.string().check(
      z.refine((value) => /^000201.{20,500}$/.test(value), {
        error: 'must be the content of a QR code that begins with 000201.',
      }),
    ),
    example: '',
  },
  BANK_TRANSFER_ORDER_HOURS: {
    description: 'The number of hours that an order waits for its payment, 1 to 336.',
    schema: wholeNumber(1, 336),
    default: '72',
  },
  BANK_TRANSFER_SELLER_NAME: {
    description: 'The legal name of the seller on receipts. By default the title of the account.',
    schema: text,
    example: 'Tezi (Private) Limited',
  },
  BANK_TRANSFER_SELLER_ADDRESS: {
    description: 'The address of the seller on receipts.',
    schema: text,
    example: '12 Shahrah-e-Faisal, Karachi',
  },
  BANK_TRANSFER_SELLER_NTN: {
    description: 'The national tax number of the seller on receipts.',
    schema: text,
    example: '1234567-8',
  },
  BANK_TRANSFER_SELLER_SERVICES_TAX_NUMBER: {
    description:
      'The number of the seller for the sales tax on services of the province (SNTN, PNTN, KNTN) on receipts. Do not set it without a registration.',
    schema: text,
    example: 'S1234567-8',
  },
  BANK_TRANSFER_TAX_NOTE: {
    description:
      'A sentence about taxes on receipts, as your tax adviser words it. Without it receipts do not mention taxes.',
    schema: text,
    example: 'Includes 15% Sindh sales tax on services.',
  },
} as const satisfies Settings;

const PLANS = [
  { key: 'intermediate', prefix: 'INTERMEDIATE' },
  { key: 'pro', prefix: 'PRO' },
] as const;

/** Returns the settings, or `null` if none is set. */
export function readBankTransferSettings({
  read,
  isSet,
  report,
}: SettingsReader): BankTransferSettings | null {
  const names = Object.keys(BANK_TRANSFER_SETTINGS).filter(isSet);
  if (names.length === 0) return null;
  const { values } = read(BANK_TRANSFER_SETTINGS);
  const { values: planValues } = read({
    PLAN_INTERMEDIATE_NAME: PLAN_SETTINGS.PLAN_INTERMEDIATE_NAME,
    PLAN_PRO_NAME: PLAN_SETTINGS.PLAN_PRO_NAME,
  });
  const plans = PLANS.map(({ key, prefix }) => ({
    key,
    displayName: planValues[`PLAN_${prefix}_NAME`],
    monthPaisa: values[`BANK_TRANSFER_PRICE_${prefix}_MONTHLY`],
    yearPaisa: values[`BANK_TRANSFER_PRICE_${prefix}_YEARLY`],
  })).filter(({ monthPaisa, yearPaisa }) => monthPaisa !== null || yearPaisa !== null);
  const required = ['BANK_TRANSFER_ACCOUNT_TITLE', 'BANK_TRANSFER_BANK', 'BANK_TRANSFER_IBAN'];
  const missing = required.filter((name) => !isSet(name));
  if (missing.length > 0)
    report(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: BANK_TRANSFER_… settings need them.`,
    );
  if (plans.length === 0)
    report('No BANK_TRANSFER_PRICE_… is set, so that nothing can be paid by bank transfer.');
  return {
    plans,
    accountTitle: values.BANK_TRANSFER_ACCOUNT_TITLE ?? '',
    bank: values.BANK_TRANSFER_BANK ?? '',
    iban: values.BANK_TRANSFER_IBAN ?? '',
    raastId: values.BANK_TRANSFER_RAAST_ID,
    merchantQr: values.BANK_TRANSFER_MERCHANT_QR,
    orderHours: values.BANK_TRANSFER_ORDER_HOURS,
    seller: {
      name: values.BANK_TRANSFER_SELLER_NAME ?? values.BANK_TRANSFER_ACCOUNT_TITLE ?? '',
      address: values.BANK_TRANSFER_SELLER_ADDRESS,
      ntn: values.BANK_TRANSFER_SELLER_NTN,
      servicesTaxNumber: values.BANK_TRANSFER_SELLER_SERVICES_TAX_NUMBER,
      taxNote: values.BANK_TRANSFER_TAX_NOTE,
    },
  };
}

/** Checks the form and the check digits. Banks that have merged keep their codes, so the bank is not checked. */
function isPakistaniIban(iban: string): boolean {
  if (!/^PK\d{2}[A-Z]{4}[A-Z0-9]{16}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)]
    .map((symbol) => Number.parseInt(symbol, 36))
    .join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
