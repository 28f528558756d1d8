import { DEMO_ADMIN, DEMO_CUSTOMER } from './public-passwords.ts';

/** The state that the demo creates a customer's subscription in; `null` for a customer without one. */
export type DemoSubscriptionState = 'active' | 'canceled' | 'past_due' | 'paused' | null;

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
export const DEMO_ADMIN_ACCOUNT = {
  ...DEMO_ADMIN,
  description: 'Administrator: publishes signals, imports events and resolves billing problems',
};

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
];
