import { formatPrice } from '#contract/billing/format-price.ts';
import { formatEndDate, formatKarachiDate } from '#contract/dates.ts';
import { getSubscriptionPath, paths } from '#contract/paths.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import type { payments } from '#server/domains/billing/billing.tables.ts';
import { toMajorUnits } from '#server/domains/billing/checkout/amount.ts';
import { getNextPaymentDate } from '#server/domains/billing/subscriptions/present-subscription.ts';
import { formatEmail, formatGreeting } from '#server/platform/email/email-text.ts';
import type { Message } from '#server/platform/email/transport.ts';

type EmailText = Omit<Message, 'to'>;

/** The settings that the emails contain. */
export interface EmailSettings {
  /** The base URL of links, without a trailing slash. */
  publicUrl: string;
  contact: { email: string };
}

interface Recipient {
  firstName: string;
}

type WithPremiumEnd = SubscriptionRow & { premiumUntil: Date | null };

export const renderReceipt = (
  settings: EmailSettings,
  recipient: Recipient,
  subscription: SubscriptionRow,
  payment: Pick<
    typeof payments.$inferSelect,
    'totalAmount' | 'chargedAmount' | 'currency' | 'billedAt' | 'paddleId'
  >,
): EmailText => ({
  subject: `Your payment for ${subscription.productName}`,
  text: format(settings, recipient, [
    `We received your payment of ${formatAmount(payment.chargedAmount ?? payment.totalAmount, payment.currency)} for ${subscription.productName}${payment.billedAt ? `, billed on ${formatKarachiDate(payment.billedAt)}` : ''}. Thank you.`,
    `To download the receipt, go to "Payments" on your subscription page:\n${getLink(settings, subscription)}`,
    describeNextPayment(subscription),
    `Transaction: ${payment.paddleId}. Our payment provider Paddle sells the subscription and appears on your card statement.`,
  ]),
});

export const renderPaymentFailed = (
  settings: EmailSettings,
  recipient: Recipient,
  subscription: WithPremiumEnd,
): EmailText => ({
  subject: `Your payment for ${subscription.productName} failed`,
  text: format(settings, recipient, [
    `The payment of ${formatSubscriptionPrice(subscription)} for ${subscription.productName} failed. Check that your card is valid and has sufficient funds, or choose another payment method with "Update Payment Method" on your subscription page:\n${getLink(settings, subscription)}`,
    subscription.premiumUntil
      ? `Paddle will try again over the next few days. Without a payment, premium access ends on ${formatEndDate(subscription.premiumUntil)}.`
      : 'Paddle will try again over the next few days. Premium access resumes once the payment succeeds.',
  ]),
});

export const renderCanceled = (
  settings: EmailSettings,
  recipient: Recipient,
  subscription: WithPremiumEnd,
): EmailText => ({
  subject: `Your subscription to ${subscription.productName} is canceled`,
  text: format(settings, recipient, [
    `Your subscription to ${subscription.productName} is canceled. You will not be charged for it again.`,
    subscription.premiumUntil
      ? `Premium access lasts until ${formatEndDate(subscription.premiumUntil)}.`
      : 'Premium access has ended. Intraday signals stay free.',
    subscription.status === 'canceled'
      ? `To subscribe again, choose a plan:\n${settings.publicUrl}${paths.pricing}`
      : `Until the paid period ends, you can keep the subscription with "Resume" on its page:\n${getLink(settings, subscription)}`,
  ]),
});

export const renderResumed = (
  settings: EmailSettings,
  recipient: Recipient,
  subscription: SubscriptionRow,
): EmailText => ({
  subject: `Your subscription to ${subscription.productName} continues`,
  text: format(settings, recipient, [
    `Your subscription to ${subscription.productName} was resumed, and premium access continues.`,
    describeNextPayment(subscription),
    `To manage it, go to your subscription page:\n${getLink(settings, subscription)}`,
  ]),
});

export const renderEndsSoon = (
  settings: EmailSettings,
  recipient: Recipient,
  end: Date,
  resumable: SubscriptionRow | null,
): EmailText => ({
  subject: `Your premium access ends on ${formatEndDate(end)}`,
  text: format(settings, recipient, [
    `Your premium access to swing and investment signals ends on ${formatEndDate(end)}. Intraday signals stay free.`,
    describeResumption(settings, resumable),
  ]),
});

/** A customer with a subscription that is paused or scheduled to end must not pay for a second one. */
function describeResumption(settings: EmailSettings, subscription: SubscriptionRow | null): string {
  if (!subscription) return `To keep premium access, choose a plan:\n${settings.publicUrl}${paths.pricing}`;
  const { productName, status } = subscription;
  return status === 'paused'
    ? `Your subscription to ${productName} is paused. To keep premium access, press "Resume" on its page:\n${getLink(settings, subscription)}`
    : `To keep your subscription to ${productName}, press "Resume" on its page before it ends:\n${getLink(settings, subscription)}`;
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

const getLink = ({ publicUrl }: EmailSettings, { id }: SubscriptionRow) =>
  `${publicUrl}${getSubscriptionPath(id)}`;

const format = (settings: EmailSettings, recipient: Recipient, paragraphs: readonly string[]) =>
  formatEmail(settings, formatGreeting(recipient), [
    ...paragraphs,
    `Dates are in Pakistan time (PKT). My Subscription: ${settings.publicUrl}${paths.mySubscription}\nQuestions: ${settings.contact.email}`,
  ]);
