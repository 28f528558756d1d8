import { isIP } from 'node:net';
import { findAdminPasswordProblem } from '#core/server/platform/password-problem.ts';
import type { BankTransferSettings } from './settings/bank-transfer-settings.ts';
import type { Mode } from './settings/read-settings.ts';

/** True if only users of this machine can reach a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** True for a demo that only users of this machine can reach: its passwords and its mailbox are open. */
export const isPrivateDemo = ({ mode, host }: { mode: Mode; host: string }) =>
  mode === 'demo' && isLoopbackHost(host);

/** The accounts of the demo. Their passwords are public: the demo listens on this machine only. */
export const DEMO_ADMIN = { username: 'admin', password: 'demo-admin-2026' };
export const DEMO_CUSTOMER = { email: 'trader@tezi.example', password: 'demo-trader-2026' };

/** The demo's customer who pays by bank transfer. */
export const DEMO_TRANSFER_CUSTOMER = 'transfer@tezi.example';

/** The invented account of the demo: nothing can be paid to it. */
export const DEMO_BANK_TRANSFER: BankTransferSettings = {
  plans: [
    { key: 'intermediate', displayName: 'Intermediate', monthPaisa: 250_000, yearPaisa: 2_400_000 },
    { key: 'pro', displayName: 'Pro', monthPaisa: 500_000, yearPaisa: 4_800_000 },
  ],
  accountTitle: 'Tezi Demo',
  bank: 'Meezan Bank (invented account)',
  iban: 'PK03MEZN0000000000001234',
  raastId: '+923000000000',
  merchantQr: null,
  orderHours: 72,
  seller: {
    name: 'Tezi Demo',
    address: 'Karachi, Pakistan',
    ntn: null,
    servicesTaxNumber: null,
    taxNote: 'This receipt of the demo is not a tax invoice.',
  },
};

/** Every password that this product prints or documents. */
export const PUBLIC_PASSWORDS: readonly string[] = [DEMO_ADMIN.password, DEMO_CUSTOMER.password];

/**
 * Returns why an administrator must not have this password on the network, as a sentence; `null` if it is neither public nor
 * easy to guess.
 */
export function getAdminPasswordProblem(password: string, username: string): string | null {
  if (PUBLIC_PASSWORDS.includes(password.toLowerCase()))
    return 'This is a password of the demo, which is public.';
  return findAdminPasswordProblem(password, username)?.message ?? null;
}

/** The state of what the demo's customer pays for: with Paddle, or by bank transfer; `null` for a customer without a subscription. */
export type DemoSubscriptionState = 'active' | 'canceled' | 'past_due' | 'paused' | 'by_transfer' | null;

export interface DemoCustomer {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  subscription: DemoSubscriptionState;
  /** One line that says what the visitor sees after they sign in as this customer. */
  description: string;
}

/** The demo's administrator, as the sign-in chooser presents it. */
export const ADMINISTRATOR_DESCRIPTION =
  'Administrator: publishes signals, imports events and resolves billing problems';

const makeCustomer = (
  email: string,
  [firstName, lastName]: [string, string],
  subscription: DemoSubscriptionState,
  description: string,
): DemoCustomer => ({
  email,
  password: DEMO_CUSTOMER.password,
  firstName,
  lastName,
  subscription,
  description,
});

/** The demo's customers. They share one public password, and the demo creates them at its first start. */
export const DEMO_CUSTOMERS: readonly DemoCustomer[] = [
  makeCustomer(DEMO_CUSTOMER.email, ['Demo', 'Trader'], null, 'Free account: can subscribe with a test card'),
  makeCustomer('subscriber@tezi.example', ['Ayesha', 'Khan'], 'active', 'Subscriber: sees every signal'),
  makeCustomer(
    'canceled@tezi.example',
    ['Hamza', 'Malik'],
    'canceled',
    'Canceled: has premium access until the paid period ends',
  ),
  makeCustomer(
    'past-due@tezi.example',
    ['Sana', 'Raza'],
    'past_due',
    'Past due: the last payment failed and the card must be changed',
  ),
  makeCustomer(
    'paused@tezi.example',
    ['Omar', 'Farooq'],
    'paused',
    'Paused: premium access is off until the subscription resumes',
  ),
  makeCustomer(
    DEMO_TRANSFER_CUSTOMER,
    ['Zainab', 'Ali'],
    'by_transfer',
    'Pays by bank transfer: has premium access, and an order that waits for its payment',
  ),
];
