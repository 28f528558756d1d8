import type { Account } from '#simulators/paddle/account.ts';
import { escapeHtml, RIBBON, renderCardFields, TEST_CARDS } from '#simulators/paddle/browser/html.ts';
import { formatMoney } from '#simulators/paddle/catalog/totals.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';
import { makePortalUrl } from './portal-links.ts';

/** Renders a customer's subscriptions and payments. */
export function renderOverviewPage(account: Account, customerId: string): string {
  const subscriptions = Object.values(account.state.subscriptions).filter(
    ({ customer_id }) => customer_id === customerId,
  );
  const payments = Object.values(account.state.transactions).filter(
    ({ customer_id, status }) => customer_id === customerId && status === 'completed',
  );
  return renderPage(
    'Your subscriptions',
    `<ul>${subscriptions.map((each) => renderSubscription(account, each)).join('')}</ul>
    <h2>Payments</h2>
    <ul>${payments
      .map(({ billed_at, details, currency_code }) => {
        const total = formatMoney(details?.totals?.grand_total ?? '0', currency_code);
        return `<li>${formatDate(billed_at ?? null)}: ${total}</li>`;
      })
      .join('')}</ul>`,
  );
}

/** Asks for confirmation of a cancellation, or confirms that it was made. */
export function renderCancelPage(subscription: Subscription): string {
  const { status, scheduled_change: change } = subscription;
  const name = escapeHtml(getProductName(subscription));
  if (status === 'canceled') return renderPage('Your subscription is canceled', `<p>${name} has ended.</p>`);
  if (change?.action === 'cancel') {
    return renderPage(
      'Your subscription will be canceled',
      `<p>${name} ends on ${formatDate(change.effective_at)}.</p>`,
    );
  }
  const ends = subscription.current_billing_period?.ends_at;
  return renderPage(
    'Cancel your subscription?',
    `<p>${name} ${ends ? `stays active until ${formatDate(ends)}` : 'ends immediately'}.</p>
    <form method="post"><button class="main">Cancel subscription</button></form>`,
  );
}

/** Renders the form for a new card. */
export function renderCardPage(problems: Record<string, string>): string {
  return renderPage(
    'Change your card',
    `<form method="post" novalidate>
      ${problems.body ? `<p class="problem" role="alert">${escapeHtml(problems.body)}</p>` : ''}
      ${renderCardFields(problems)}
      <button class="main">Save card</button>
    </form>
    <h2>Test cards</h2>
    <ul class="cards">${TEST_CARDS.map(([number, about]) => `<li>${number} ${about}</li>`).join('')}</ul>`,
  );
}

export const renderMessagePage = (title: string, text: string) =>
  renderPage(title, `<p>${escapeHtml(text)}</p>`);

function renderSubscription(account: Account, subscription: Subscription): string {
  const links =
    subscription.status === 'canceled'
      ? ''
      : ` <a href="${escapeHtml(makePortalUrl(account, subscription.id, 'update-payment-method'))}">Change card</a>
        <a href="${escapeHtml(makePortalUrl(account, subscription.id, 'cancel'))}">Cancel</a>`;
  return `<li>${escapeHtml(getProductName(subscription))}, ${subscription.status.replace('_', ' ')}.${links}</li>`;
}

const getProductName = ({ items }: Subscription) => items.map(({ price }) => price.description).join(', ');

function formatDate(timestamp: string | null): string {
  if (!timestamp) return '';
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(timestamp),
  );
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} - Paddle simulator</title>
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
