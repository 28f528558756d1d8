import type {
  ISubscriptionPreviewResponse,
  ISubscriptionResponse,
  ITransactionDetailsPreviewResponse,
} from '@paddle/paddle-node-sdk';
import type { Account } from '#simulators/paddle/account.ts';
import { APPROVED_CARD } from '#simulators/paddle/lifecycle/cards.ts';
import { beginChangeset, type Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { getInternals, makePeriod, toPurchase } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { getCredit, makeDetails } from '#simulators/paddle/lifecycle/transactions.ts';
import type { State, Subscription, Transaction } from '#simulators/paddle/state.ts';

/** Previews an update: applies it to a copy of the subscription, whose payment always succeeds. */
export function previewUpdate(
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
