import type { Account } from '#simulators/paddle/account.ts';
import { cardFields, escapeHtml, RIBBON, TEST_CARDS } from '#simulators/paddle/browser/html.ts';
import { formatMoney } from '#simulators/paddle/catalog/totals.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';
import { portalAddress } from './portal-links.ts';

/** A customer's subscriptions and payments. */
export function overviewPage(account: Account, customerId: string): string {
  const subscriptions = Object.values(account.state.subscriptions).filter(
    ({ customer_id }) => customer_id === customerId,
  );
  const payments = Object.values(account.state.transactions).filter(
    ({ customer_id, status }) => customer_id === customerId && status === 'completed',
  );
  return page(
    'Your subscriptions',
    `<ul>${subscriptions.map((each) => subscriptionLine(account, each)).join('')}</ul>
    <h2>Payments</h2>
    <ul>${payments
      .map(({ billed_at, details, currency_code }) => {
        const total = formatMoney(details?.totals?.grand_total ?? '0', currency_code);
        return `<li>${day(billed_at ?? null)}: ${total}</li>`;
      })
      .join('')}</ul>`,
  );
}

/** Asks whether to cancel, or says that it is done. */
export function cancelPage(subscription: Subscription): string {
  const { status, scheduled_change: change } = subscription;
  const name = escapeHtml(nameOf(subscription));
  if (status === 'canceled') return page('Your subscription is canceled', `<p>${name} has ended.</p>`);
  if (change?.action === 'cancel') {
    return page('Your subscription will be canceled', `<p>${name} ends on ${day(change.effective_at)}.</p>`);
  }
  const ends = subscription.current_billing_period?.ends_at;
  return page(
    'Cancel your subscription?',
    `<p>${name} ${ends ? `stays yours until ${day(ends)}` : 'ends at once'}.</p>
    <form method="post"><button class="main">Cancel subscription</button></form>`,
  );
}

/** Asks for a new card. */
export function cardPage(problems: Record<string, string>): string {
  return page(
    'Change your card',
    `<form method="post" novalidate>
      ${problems.body ? `<p class="problem" role="alert">${escapeHtml(problems.body)}</p>` : ''}
      ${cardFields(problems)}
      <button class="main">Save card</button>
    </form>
    <h2>Test cards</h2>
    <ul class="cards">${TEST_CARDS.map(([number, about]) => `<li>${number} ${about}</li>`).join('')}</ul>`,
  );
}

export const messagePage = (title: string, text: string) => page(title, `<p>${escapeHtml(text)}</p>`);

function subscriptionLine(account: Account, subscription: Subscription): string {
  const links =
    subscription.status === 'canceled'
      ? ''
      : ` <a href="${escapeHtml(portalAddress(account, subscription.id, 'update-payment-method'))}">Change card</a>
        <a href="${escapeHtml(portalAddress(account, subscription.id, 'cancel'))}">Cancel</a>`;
  return `<li>${escapeHtml(nameOf(subscription))}, ${subscription.status.replace('_', ' ')}.${links}</li>`;
}

const nameOf = ({ items }: Subscription) => items.map(({ price }) => price.description).join(', ');

function day(instant: string | null): string {
  if (!instant) return '';
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(instant));
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} - stand-in for Paddle</title>
  <link rel="stylesheet" href="../../_js/pages.css">
</head>
<body>
  <main>
    ${RIBBON}
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>
`;
}
