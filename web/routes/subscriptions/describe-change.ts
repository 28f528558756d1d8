import type { Subscription, SubscriptionAction } from '#contract/billing/subscriptions.ts';
import { formatShortDate, toKarachiDate } from '#contract/dates.ts';
import { formatPrice } from './format-price.ts';

interface ChangeDescription {
  title: string;
  /** When it takes effect, what is kept and what is charged. */
  sentences: string[];
}

/** What a customer is told before a change is made. The server's clock decides what is over, so both cases are said. */
export function describeChange(subscription: Subscription, action: SubscriptionAction): ChangeDescription {
  switch (action) {
    case 'pause':
      return {
        title: 'Pause Subscription',
        sentences: [
          `It pauses ${atPeriodEnd(subscription)}. ${keptUntilThen(subscription)}`,
          'From then on nothing is charged and premium signals are closed, until you resume it.',
          'Before that day you can take the pause back.',
        ],
      };
    case 'cancel':
      return {
        title: 'Cancel Subscription',
        sentences: [
          `It ends ${atPeriodEnd(subscription)}. ${keptUntilThen(subscription)}`,
          'No further period is charged. Once it has ended it cannot be resumed; you can choose a plan anew.',
          'Before that day you can take the cancellation back.',
        ],
      };
    case 'resume':
      return { title: 'Resume Subscription', sentences: describeResumption(subscription) };
  }
}

const atPeriodEnd = ({ current_billing_period_end: end, status }: Subscription) => {
  const what = status === 'trialing' ? 'your trial' : 'the current period';
  return end
    ? `on ${formatShortDate(toKarachiDate(new Date(end)))}, at the end of ${what}`
    : `at the end of ${what}`;
};

const keptUntilThen = ({ status }: Subscription) =>
  status === 'past_due'
    ? 'The payment that failed is still owed, and premium access stays open for no more than 7 days from when it was due.'
    : 'Premium access stays open until then.';

function describeResumption(subscription: Subscription): string[] {
  const { status, scheduled_change, paid_until, product } = subscription;
  const price = formatPrice(product);
  const cycle = product.interval;
  if (status !== 'paused' && scheduled_change) {
    const change = scheduled_change.action === 'cancel' ? 'cancellation' : 'pause';
    return [
      `The ${change} on ${formatShortDate(toKarachiDate(new Date(scheduled_change.effective_at)))} is taken back at once, and your subscription goes on as before.`,
      `${status === 'past_due' ? 'The payment that failed is still owed.' : 'Nothing is charged now.'} At the end of the current period Paddle charges ${price}, and so every ${cycle}.`,
    ];
  }
  const charged = `Paddle charges ${price} now and a new ${cycle} begins today`;
  return [
    'It starts again at once, and premium signals open.',
    paid_until
      ? `You have paid until ${formatShortDate(toKarachiDate(new Date(paid_until)))}: if that day is still to come, nothing is charged before it. If it is over, ${charged}.`
      : `${charged}.`,
  ];
}
