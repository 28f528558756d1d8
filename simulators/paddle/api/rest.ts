import { randomUUID } from 'node:crypto';
import type {
  ISubscriptionPreviewResponse,
  ISubscriptionResponse,
  ITransactionDetailsPreviewResponse,
} from '@paddle/paddle-node-sdk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Account, type IdParams, parse, quantity } from '#simulators/paddle/account.ts';
import { getMountPath } from '#simulators/paddle/catalog.ts';
import {
  PaddleError,
  subscriptionError,
  transactionError,
  wrapInEnvelope,
} from '#simulators/paddle/errors.ts';
import { APPROVED_CARD } from '#simulators/paddle/lifecycle/cards.ts';
import {
  cancelSubscription,
  pauseSubscription,
  removeScheduledChange,
  replaceItems,
  resumeSubscription,
} from '#simulators/paddle/lifecycle/changes.ts';
import { resolveItems } from '#simulators/paddle/lifecycle/checkout.ts';
import {
  getInternals,
  getSubscription,
  makePeriod,
  toPurchase,
} from '#simulators/paddle/lifecycle/subscriptions.ts';
import { getCredit, getTransaction, makeDetails } from '#simulators/paddle/lifecycle/transactions.ts';
import { makePortalUrl } from '#simulators/paddle/portal/portal.ts';
import {
  beginChangeset,
  type Changeset,
  type State,
  type Subscription,
  type Transaction,
} from '#simulators/paddle/state.ts';

const effectiveFrom = z.optional(z.nullable(z.enum(['next_billing_period', 'immediately'])));
const endBody = z.strictObject({ effective_from: effectiveFrom });
const resumeBody = z.strictObject({
  effective_from: z.literal('immediately'),
  on_resume: z._default(
    z.enum(['start_new_billing_period', 'continue_existing_billing_period']),
    'start_new_billing_period',
  ),
});
const patchBody = z.strictObject({
  scheduled_change: z.optional(z.unknown()),
  items: z.optional(z.array(z.strictObject({ price_id: z.string(), quantity })).check(z.minLength(1))),
  proration_billing_mode: z.optional(z.enum(['prorated_immediately', 'do_not_bill'])),
  on_payment_failure: z.optional(z.literal('prevent_change')),
});

/** Serves the part of Paddle's API that the product calls, authenticated by the API key. */
export async function restRoutes(app: FastifyInstance, account: Account): Promise<void> {
  app.addHook('onRequest', async (request) => {
    authenticate(request.headers.authorization, account.options.apiKey);
    account.runDueActions();
  });

  app.get('/subscriptions', (request) => {
    const all = Object.values(account.state.subscriptions);
    return paginate(
      account,
      request,
      all.map((subscription) => presentSubscription(account, subscription)),
    );
  });
  app.get<IdParams>('/subscriptions/:id', ({ params }) =>
    wrapInEnvelope(presentSubscription(account, getSubscription(account, params.id))),
  );
  app.patch<IdParams>('/subscriptions/:id', ({ params, body }) =>
    change(params.id, (changeset, subscription) => patchSubscription(account, changeset, subscription, body)),
  );
  app.patch<IdParams>('/subscriptions/:id/preview', ({ params, body }) =>
    wrapInEnvelope(
      previewUpdate(account, getSubscription(account, params.id), (changeset, copy) => {
        patchSubscription(account, changeset, copy, body);
        return presentSubscription(account, copy);
      }),
    ),
  );
  app.post<IdParams>('/subscriptions/:id/pause', ({ params, body }) => {
    const from = parse(endBody, body).effective_from ?? 'next_billing_period';
    return change(params.id, (...subject) => pauseSubscription(...subject, from));
  });
  app.post<IdParams>('/subscriptions/:id/resume', ({ params, body }) => {
    const { on_resume } = parse(resumeBody, body);
    return change(params.id, (...subject) => resumeSubscription(...subject, on_resume));
  });
  app.post<IdParams>('/subscriptions/:id/cancel', ({ params, body }) => {
    const from = parse(endBody, body).effective_from ?? 'next_billing_period';
    return change(params.id, (...subject) => cancelSubscription(...subject, from));
  });

  app.get('/transactions', (request) =>
    paginate(account, request, Object.values(account.state.transactions)),
  );
  app.get<IdParams>('/transactions/:id/invoice', ({ params }) => {
    const transaction = getTransaction(account, params.id);
    if (transaction.status !== 'completed' && transaction.status !== 'paid') {
      throw transactionError('transaction_invoice_not_available', 'invoice is not available');
    }
    return wrapInEnvelope({ url: makePortalUrl(account, transaction.id, 'invoice.pdf') });
  });

  function change(id: string, act: (changeset: Changeset, subscription: Subscription) => void) {
    const subscription = getSubscription(account, id);
    account.change((changeset) => act(changeset, subscription));
    return wrapInEnvelope(presentSubscription(account, subscription));
  }
}

/** The SDK writes `bearer` in lower case, the documentation in title case. */
function authenticate(header: string | undefined, apiKey: string): void {
  if (!header) throw new PaddleError(403, 'authentication_missing', 'Authentication header missing.');
  const key = /^bearer (\S+)$/i.exec(header)?.[1];
  if (!key) {
    throw new PaddleError(
      403,
      'authentication_malformed',
      'Authentication header included, but incorrectly formatted.',
    );
  }
  if (key !== apiKey)
    throw new PaddleError(403, 'forbidden', "You aren't permitted to perform this request.");
}

/** Presents a subscription with management links, which webhooks never contain. */
function presentSubscription(account: Account, subscription: Subscription): ISubscriptionResponse {
  return {
    ...subscription,
    management_urls: {
      update_payment_method: makePortalUrl(account, subscription.id, 'update-payment-method'),
      cancel: makePortalUrl(account, subscription.id, 'cancel'),
    },
  };
}

/** Removes a scheduled change, or changes the price. */
function patchSubscription(
  account: Account,
  changeset: Changeset,
  subscription: Subscription,
  body: unknown,
): void {
  const { scheduled_change, items, proration_billing_mode: mode } = parse(patchBody, body);
  if (scheduled_change) {
    throw subscriptionError(
      'subscription_scheduled_change_invalid_update',
      'a scheduled change can only be set to null',
    );
  }
  if (scheduled_change === null) removeScheduledChange(changeset, subscription);
  if (!items) return;
  if (!mode) {
    throw subscriptionError(
      'subscription_items_update_missing_proration_billing_mode',
      'proration_billing_mode is required to update items',
    );
  }
  const requests = items.map(({ price_id, quantity }) => ({ priceId: price_id, quantity }));
  replaceItems(changeset, subscription, resolveItems(account, requests), mode);
}

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 200;
const listQuery = z.object({
  after: z._default(z.string(), ''),
  per_page: z._default(z.coerce.number().check(z.int(), z.gte(1)), DEFAULT_PER_PAGE),
});

/**
 * Returns a page of a list, sorted by ID. `next` is always present and absolute, as at Paddle: the SDK uses it unchanged if
 * it starts with the SDK's base URL.
 */
function paginate<Entity extends { id: string }>(
  { options }: Account,
  request: FastifyRequest,
  all: readonly Entity[],
) {
  const { after, per_page } = parse(listQuery, request.query);
  const perPage = Math.min(per_page, MAX_PER_PAGE);
  const rest = all.filter(({ id }) => id > after).sort((one, other) => (one.id < other.id ? -1 : 1));
  const data = rest.slice(0, perPage);
  const url = new URL(request.url, options.baseUrl);
  url.searchParams.set('after', data.at(-1)?.id ?? after);
  return {
    data,
    meta: {
      request_id: randomUUID(),
      pagination: {
        per_page: perPage,
        next: `${options.baseUrl}${url.pathname.slice(getMountPath(options).length)}${url.search}`,
        has_more: rest.length > perPage,
        estimated_total: all.length,
      },
    },
  };
}

/** Previews an update: applies it to a copy of the subscription, whose payment always succeeds. */
function previewUpdate(
  account: Account,
  subscription: Subscription,
  update: (changeset: Changeset, copy: Subscription) => ISubscriptionResponse,
): ISubscriptionPreviewResponse {
  const state = copyForPreview(account.state, subscription);
  const changeset = beginChangeset(state, account.clock.nowMs());
  const copy = state.subscriptions[subscription.id] as Subscription;
  const { id: _, ...previewed } = update(changeset, copy);
  const [transaction = null] = Object.values(state.transactions);
  return {
    ...previewed,
    immediate_transaction: transaction && presentTransaction(transaction),
    next_transaction: previewNextTransaction(changeset, copy),
    recurring_transaction_details: withoutIds(makeDetails(toPurchase(changeset, copy), makeNoId)),
    update_summary: null,
  };
}

function copyForPreview(state: State, subscription: Subscription): State {
  const { id } = subscription;
  const internals = structuredClone(getInternals({ state }, id));
  internals.card.number = APPROVED_CARD;
  internals.failuresToCome = 0;
  return {
    ...state,
    subscriptions: { [id]: structuredClone(subscription) },
    backstage: { [id]: internals },
    creditBalances: structuredClone(state.creditBalances),
    transactions: {},
  };
}

function presentTransaction({ details, billing_period }: Transaction) {
  if (!details || !billing_period) return null;
  return { billing_period, details: withoutIds(details as Details), adjustments: [] };
}

function previewNextTransaction(changeset: Changeset, subscription: Subscription) {
  const { next_billed_at: billsAt, billing_cycle, customer_id, currency_code } = subscription;
  if (!billsAt) return null;
  const credit = getCredit(changeset, customer_id, currency_code);
  const { anchorDay } = getInternals(changeset, subscription.id);
  return {
    billing_period: makePeriod(billsAt, billing_cycle, anchorDay),
    details: withoutIds(makeDetails(toPurchase(changeset, subscription), makeNoId, credit)),
    adjustments: [],
  };
}

const makeNoId = () => '';

type Details = ReturnType<typeof makeDetails>;

/** The lines of a preview have no IDs. */
function withoutIds({ tax_rates_used, totals, line_items }: Details): ITransactionDetailsPreviewResponse {
  return { tax_rates_used, totals, line_items: line_items.map(({ id: _, ...line }) => line) };
}
