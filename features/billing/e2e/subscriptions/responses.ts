import type { Page } from '@playwright/test';
import { getSubscriptionPath } from '#core/contract/paths.ts';
import type {
  MySubscription,
  Subscription,
  SubscriptionPayment,
} from '#features/billing/contract/subscriptions.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

export const LIST_CALL = '**/api/subscriptions/';
export const DETAIL_CALL = '**/api/subscriptions/*/';
export const PAYMENTS_CALL = '**/api/subscriptions/*/payments/';
export const MINE_CALL = '**/api/customers/my-subscription/';

/** An active subscription for $60 a month, as the API returns it. */
export const PRO: Subscription = {
  id: '7d0f6a52-0d3c-4a5c-9a52-3f1a8b0f6a11',
  provider: 'paddle',
  status: 'active',
  get_status_display: 'Active',
  product: { name: 'Pro', price: '60.00', currency: 'USD', interval: 'month' },
  next_payment_date: '2026-12-21T05:00:00.000Z',
  current_billing_period_start: '2026-11-21T05:00:00.000Z',
  current_billing_period_end: '2026-12-21T05:00:00.000Z',
  paid_until: '2026-12-21T05:00:00.000Z',
  grace_ends_at: null,
  paused_at: null,
  scheduled_change: null,
  actions: ['pause', 'cancel'],
  price_id: 'pri_01demo00promonth0000000000',
  can_change_plan: true,
  update_url: null,
  cancel_url: null,
};

export const CANCELED: Partial<Subscription> = {
  get_status_display: 'Active (cancels 21 Dec 2026)',
  next_payment_date: null,
  scheduled_change: { action: 'cancel', effective_at: '2026-12-21T05:00:00.000Z' },
  actions: ['resume'],
  can_change_plan: false,
};

export const PAUSED: Partial<Subscription> = {
  status: 'paused',
  get_status_display: 'Paused',
  next_payment_date: null,
  paused_at: '2026-12-02T19:30:00.000Z',
  actions: ['resume', 'cancel'],
  can_change_plan: false,
};

export const PAST_DUE: Partial<Subscription> = {
  status: 'past_due',
  get_status_display: 'Past Due',
  grace_ends_at: '2126-11-27T19:00:00.000Z',
  can_change_plan: false,
};

export const ENDED: Partial<Subscription> = {
  id: '0b9f9e0e-26c5-4d0c-8a4b-6f3a3f1f2c44',
  status: 'canceled',
  get_status_display: 'Canceled',
  product: { name: 'Intermediate', price: '1288.00', currency: 'USD', interval: 'year' },
  next_payment_date: null,
  actions: [],
  can_change_plan: false,
};

/** The completed payment of `PRO`. */
export const PAYMENT: SubscriptionPayment = {
  id: 'txn_01hv8x29kz0t586xy6zn1a62ny',
  billed_at: '2026-11-21T05:00:00.000Z',
  total: '69.60',
  currency: 'USD',
  kind: 'charge',
  state: 'completed',
  has_receipt: true,
};

export const MINE: MySubscription = {
  has_active_subscription: true,
  subscription_status: 'active',
  current_plan: 'Pro',
  subscription_expiry: '2026-12-21T05:00:00.000Z',
  next_payment_date: '2026-12-21T05:00:00.000Z',
  last_payment_date: '2026-11-21T05:00:00.000Z',
  active_subscriptions: [
    {
      ...PRO,
      product_name: 'Tezi Pro',
      plan_type: 'Pro',
      billing_interval: 'month',
      paddle_subscription_id: 'sub_01hv8x29kz0t586xy6zn1a62ny',
    },
  ],
  granted_until: null,
};

export const NONE: MySubscription = {
  has_active_subscription: false,
  subscription_status: null,
  current_plan: null,
  subscription_expiry: null,
  next_payment_date: null,
  last_payment_date: null,
  active_subscriptions: [],
  granted_until: null,
};

/** Mocks the list of subscriptions. Each one is `PRO` with the given changes. */
export const mockSubscriptions = (page: Page, ...subscriptions: Partial<Subscription>[]) =>
  page.route(LIST_CALL, (route) =>
    route.fulfill({ json: { subscriptions: subscriptions.map((each) => ({ ...PRO, ...each })) } }),
  );

export const mockMySubscription = (page: Page, mine: MySubscription) =>
  page.route(MINE_CALL, (route) => route.fulfill({ json: mine }));

const TOKEN = 'token-of-this-sign-in';

/** The mocked subscription of the open page, and the changes that the page has requested. */
export interface MockedSubscription {
  subscription: Subscription;
  changes: { body: string | null; type: string | undefined; token: string | undefined }[];
  /** The result of the next change: the changed properties, or a rejection. */
  next: Partial<Subscription> | { status: number; json: object };
}

/** Opens the page of `PRO` with the given changes. The test can change the responses. */
export async function openSubscription(
  page: Page,
  given: Partial<Subscription> = {},
  payments: SubscriptionPayment[] = [],
): Promise<MockedSubscription> {
  const mocked: MockedSubscription = { subscription: { ...PRO, ...given }, changes: [], next: {} };
  await page.route(PAYMENTS_CALL, (route) => route.fulfill({ json: { payments } }));
  // What looks for failed payments would receive another token.
  await mockSubscriptions(page);
  await page.route(DETAIL_CALL, async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      const headers = await request.allHeaders();
      mocked.changes.push({
        body: request.postData(),
        type: headers['content-type'],
        token: headers['x-csrftoken'],
      });
      if ('json' in mocked.next) return route.fulfill(mocked.next);
      mocked.subscription = { ...mocked.subscription, ...mocked.next };
    }
    return route.fulfill({
      headers: { 'Set-Cookie': `csrftoken=${TOKEN}; Path=/; SameSite=Lax` },
      json: { subscription: mocked.subscription },
    });
  });
  await openPage(page, getSubscriptionPath(mocked.subscription.id));
  await expect(page.getByRole('heading', { name: mocked.subscription.product.name })).toBeVisible();
  return mocked;
}

/** Returns the request that the page must send for a change. */
export const toRequest = (action: string) => ({
  body: `action=${action}`,
  type: 'application/x-www-form-urlencoded;charset=UTF-8',
  token: TOKEN,
});

/** Returns the value of a name in a description list. */
export const getDetail = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd');
