import { eq } from 'drizzle-orm';
import { formatEndDate, formatKarachiDate } from '#core/contract/dates.ts';
import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import type { Config } from '#core/server/config/config.ts';
import { addMilliseconds } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { formatEmail, formatGreeting } from '#core/server/platform/email/email-text.ts';
import type { EmailTemplate } from '#core/server/platform/email/outbox.ts';
import { type Customer, findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { formatPrice } from '#features/billing/contract/format-price.ts';
import { getShownPremiumEnd, readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import {
  renderTransferReceipt,
  renderTransferReminder,
  renderTransferRemoval,
} from '#features/billing/server/bank-transfer/transfer-emails.ts';
import {
  findSubscriptionByPaddleId,
  listCustomerSubscriptions,
  type SubscriptionRow,
} from '#features/billing/server/billing.queries.ts';
import { payments } from '#features/billing/server/billing.tables.ts';
import { toMajorUnits } from '#features/billing/server/checkout/amount.ts';
import { listPlans } from '#features/billing/server/checkout/plan-catalog.ts';
import { getNextPaymentDate } from '#features/billing/server/subscriptions/present-subscription.ts';
import { hasNextCharge, isNotCanceled } from '#features/billing/server/subscriptions/subscription-rules.ts';
import { type BillingTemplate, isCanceling, REMINDER_MS } from './queue-billing-email.ts';

interface EmailText {
  subject: string;
  paragraphs: readonly string[];
}

/**
 * Creates the email templates of the billing feature. Each describes the state at the time of sending, and renders nothing
 * when that state has made it untrue: a customer who pays again in the meantime does not read that a payment failed.
 */
export function createBillingEmails(settings: Config): Record<BillingTemplate, EmailTemplate> {
  const pricingUrl = `${settings.publicUrl}${paths.pricing}`;
  const getUrl = ({ id }: SubscriptionRow) => `${settings.publicUrl}${getSubscriptionPath(id)}`;

  return {
    'payment-receipt': forCustomer(async (tx, customer, paymentId) => {
      const [payment] = await tx.select().from(payments).where(eq(payments.paddleId, paymentId));
      const subscription = await findOwn(tx, customer, payment?.paddleSubscriptionId ?? '');
      if (!payment || !subscription) return null;
      const { productName } = subscription;
      const amount = formatAmount(payment.chargedAmount ?? payment.totalAmount, payment.currency);
      const date = payment.billedAt ? `, billed on ${formatKarachiDate(payment.billedAt)}` : '';
      return {
        subject: `Your payment for ${productName}`,
        paragraphs: [
          `We received your payment of ${amount} for ${productName}${date}. Thank you.`,
          `To download the receipt, go to "Payments" on your subscription page:\n${getUrl(subscription)}`,
          describeNextPayment(subscription),
          `Transaction: ${payment.paddleId}. Our payment provider Paddle sells the subscription and appears on your card statement.`,
        ],
      };
    }),

    'payment-failed': forSubscription((subscription, premiumUntil) => {
      if (subscription.status !== 'past_due') return null;
      const { productName } = subscription;
      return {
        subject: `Your payment for ${productName} failed`,
        paragraphs: [
          `The payment of ${formatSubscriptionPrice(subscription)} for ${productName} failed. Check that your card is valid and has sufficient funds, or choose another payment method with "Update Payment Method" on your subscription page:\n${getUrl(subscription)}`,
          premiumUntil
            ? `Paddle will try again over the next few days. Without a payment, premium access ends on ${formatEndDate(premiumUntil)}.`
            : 'Paddle will try again over the next few days. Premium access resumes once the payment succeeds.',
        ],
      };
    }),

    'subscription-canceled': forSubscription((subscription, premiumUntil) => {
      if (!isCanceling(subscription)) return null;
      const { productName, status } = subscription;
      return {
        subject: `Your subscription to ${productName} is canceled`,
        paragraphs: [
          `Your subscription to ${productName} is canceled. You will not be charged for it again.`,
          premiumUntil
            ? `Premium access lasts until ${formatEndDate(premiumUntil)}.`
            : 'Premium access has ended. Intraday signals stay free.',
          status === 'canceled'
            ? offerPlans('subscribe again')
            : `Until the paid period ends, you can keep the subscription with "Resume" on its page:\n${getUrl(subscription)}`,
        ],
      };
    }),

    'subscription-resumed': forSubscription((subscription) => {
      if (!hasNextCharge(subscription)) return null;
      const { productName } = subscription;
      return {
        subject: `Your subscription to ${productName} continues`,
        paragraphs: [
          `Your subscription to ${productName} was resumed, and premium access continues.`,
          describeNextPayment(subscription),
          `To manage it, go to your subscription page:\n${getUrl(subscription)}`,
        ],
      };
    }),

    'premium-ends-soon': forCustomer(async (tx, customer, subjectId, now) => {
      const sources = (await readPremiumSources(tx, [customer.id])).get(customer.id);
      const end = sources && getShownPremiumEnd(sources, now);
      if (!end || end > addMilliseconds(now, REMINDER_MS) || sources.subscriptions.some(hasNextCharge))
        return null;
      const own = (await listCustomerSubscriptions(tx, [customer.id])).filter(
        ({ status }) => status !== 'canceled',
      );
      const resumable = own.find(({ paddleId }) => paddleId === subjectId) ?? own.find(isNotCanceled);
      return {
        subject: `Your premium access ends on ${formatEndDate(end)}`,
        paragraphs: [
          `Your premium access to swing and investment signals ends on ${formatEndDate(end)}. Intraday signals stay free.`,
          describeResumption(resumable),
        ],
      };
    }),

    'transfer-receipt': forCustomer((tx, customer, id) =>
      renderTransferReceipt(tx, customer, { id, config: settings }),
    ),
    'transfer-removed': forCustomer((tx, customer, id) =>
      renderTransferRemoval(tx, customer, { id, config: settings }),
    ),
    'transfer-reminder': forCustomer((tx, customer, id, now) =>
      renderTransferReminder(tx, customer, { id, config: settings, now }),
    ),
  };

  /** Renders nothing for a customer who has deleted the account. */
  function forCustomer(
    render: (tx: Transaction, customer: Customer, subjectId: string, now: Date) => Promise<EmailText | null>,
  ): EmailTemplate {
    return async (tx, { recipient, subjectId }, now) => {
      const customer = await findCustomerByEmail(tx, recipient);
      const email = customer && subjectId ? await render(tx, customer, subjectId, now) : null;
      if (!customer || !email) return null;
      const footer = `Dates are in Pakistan time (PKT). My Subscription: ${settings.publicUrl}${paths.mySubscription}\nQuestions: ${settings.contact.email}`;
      const text = formatEmail(settings, formatGreeting(customer), [
        ...email.paragraphs.filter((part) => part !== ''),
        footer,
      ]);
      return { to: recipient, subject: email.subject, text };
    };
  }

  /** Renders an email about a subscription of the customer, given the end of their premium access. */
  function forSubscription(
    render: (subscription: SubscriptionRow, premiumUntil: Date | null) => EmailText | null,
  ): EmailTemplate {
    return forCustomer(async (tx, customer, subjectId, now) => {
      const subscription = await findOwn(tx, customer, subjectId);
      const sources = (await readPremiumSources(tx, [customer.id])).get(customer.id);
      return subscription && render(subscription, sources ? getShownPremiumEnd(sources, now) : null);
    });
  }

  function offerPlans(purpose: string): string {
    return listPlans(settings).length > 0 ? `To ${purpose}, choose a plan:\n${pricingUrl}` : '';
  }

  /** A customer with a subscription that is paused or scheduled to end must not pay for a second one. */
  function describeResumption(subscription: SubscriptionRow | undefined): string {
    if (!subscription) return offerPlans('keep premium access');
    const { productName, status } = subscription;
    return status === 'paused'
      ? `Your subscription to ${productName} is paused. To keep premium access, press "Resume" on its page:\n${getUrl(subscription)}`
      : `To keep your subscription to ${productName}, press "Resume" on its page before it ends:\n${getUrl(subscription)}`;
  }
}

/** Returns a subscription of this customer; `null` if it is not theirs. */
async function findOwn(db: Queryable, { id }: Customer, paddleId: string): Promise<SubscriptionRow | null> {
  const row = await findSubscriptionByPaddleId(db, paddleId);
  return row?.userId === id ? row : null;
}

function describeNextPayment(subscription: SubscriptionRow): string {
  const next = getNextPaymentDate(subscription);
  return next
    ? `The next payment of ${formatSubscriptionPrice(subscription)} is due on ${formatKarachiDate(next)}.`
    : 'No further payment is due.';
}

const formatAmount = (amount: string, currency: string) =>
  formatPrice({ price: toMajorUnits(amount, currency), currency });

/** Without taxes, which Paddle adds. */
const formatSubscriptionPrice = ({ unitAmount, currency, interval }: SubscriptionRow) =>
  `${formatAmount(unitAmount, currency)} per ${interval} (plus taxes)`;
