import { eq } from 'drizzle-orm';
import { type Customer, findCustomerByEmail } from '#server/domains/accounts/accounts.ts';
import { getShownPremiumEnd } from '#server/domains/billing/access/entitlement.ts';
import {
  findSubscriptionByPaddleId,
  listCustomerSubscriptions,
  readPremiumSources,
  type SubscriptionRow,
} from '#server/domains/billing/billing.queries.ts';
import { payments } from '#server/domains/billing/billing.tables.ts';
import { isNotCanceled, isRenewing } from '#server/domains/billing/subscriptions/renewal.ts';
import { addMilliseconds } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import type { EmailTemplate } from '#server/platform/email/outbox.ts';
import type { Message } from '#server/platform/email/transport.ts';
import {
  type EmailSettings,
  renderCanceled,
  renderEndsSoon,
  renderPaymentFailed,
  renderReceipt,
  renderResumed,
} from './billing-email-texts.ts';
import type { BillingTemplate } from './queue-billing-email.ts';
import { isCanceling, REMINDER_MS } from './subscription-emails.ts';

/**
 * Creates the email templates of the billing domain. Each describes the state at the time of sending, and renders nothing
 * when that state has made it untrue: a customer who pays again in the meantime does not read that a payment failed.
 */
export function createBillingEmails(settings: EmailSettings): Record<BillingTemplate, EmailTemplate> {
  return {
    'payment-receipt': forCustomer(async (tx, customer, paymentId) => {
      const [payment] = await tx.select().from(payments).where(eq(payments.paddleId, paymentId));
      const subscription = await findOwn(tx, customer, payment?.paddleSubscriptionId ?? '');
      return payment && subscription && renderReceipt(settings, customer, subscription, payment);
    }),
    'payment-failed': forSubscription(async (tx, customer, subscription, now) => {
      if (subscription.status !== 'past_due') return null;
      const premiumUntil = await readPremiumEnd(tx, customer, now);
      return renderPaymentFailed(settings, customer, { ...subscription, premiumUntil });
    }),
    'subscription-canceled': forSubscription(async (tx, customer, subscription, now) => {
      if (!isCanceling(subscription)) return null;
      const premiumUntil = await readPremiumEnd(tx, customer, now);
      return renderCanceled(settings, customer, { ...subscription, premiumUntil });
    }),
    'subscription-resumed': forSubscription(async (_tx, customer, subscription) =>
      isRenewing(subscription) ? renderResumed(settings, customer, subscription) : null,
    ),
    'premium-ends-soon': forCustomer(async (tx, customer, subjectId, now) => {
      const sources = (await readPremiumSources(tx, [customer.id])).get(customer.id);
      const end = sources && getShownPremiumEnd(sources, now);
      if (!end || end > addMilliseconds(now, REMINDER_MS) || sources.subscriptions.some(isRenewing))
        return null;
      const own = (await listCustomerSubscriptions(tx, customer.id)).filter(
        ({ status }) => status !== 'canceled',
      );
      const resumable = own.find(({ paddleId }) => paddleId === subjectId) ?? own.find(isNotCanceled);
      return renderEndsSoon(settings, customer, end, resumable ?? null);
    }),
  };

  function forSubscription(
    render: (tx: Transaction, customer: Customer, row: SubscriptionRow, now: Date) => Promise<Rendered>,
  ): EmailTemplate {
    return forCustomer(async (tx, customer, subjectId, now) => {
      const subscription = await findOwn(tx, customer, subjectId);
      return subscription && render(tx, customer, subscription, now);
    });
  }
}

type Rendered = Omit<Message, 'to'> | null | undefined;

/** Renders nothing for a customer who has deleted the account. */
function forCustomer(
  render: (tx: Transaction, customer: Customer, subjectId: string, now: Date) => Promise<Rendered>,
): EmailTemplate {
  return async (tx, { recipient, subjectId }, now) => {
    const customer = await findCustomerByEmail(tx, recipient);
    const text = customer && subjectId && (await render(tx, customer, subjectId, now));
    return text ? { to: recipient, ...text } : null;
  };
}

/** Returns a subscription of this customer; `null` if it is not theirs. */
async function findOwn(db: Queryable, { id }: Customer, paddleId: string): Promise<SubscriptionRow | null> {
  const row = await findSubscriptionByPaddleId(db, paddleId);
  return row?.userId === id ? row : null;
}

async function readPremiumEnd(db: Queryable, { id }: Customer, now: Date): Promise<Date | null> {
  const sources = (await readPremiumSources(db, [id])).get(id);
  return sources ? getShownPremiumEnd(sources, now) : null;
}
