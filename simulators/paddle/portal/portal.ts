import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml } from '#simulators/html.ts';
import { type Account, cardFields, parse, toCard } from '#simulators/paddle/account.ts';
import { listTestCards, RIBBON, renderCardFields, sendPage } from '#simulators/paddle/browser/pages.ts';
import { PaddleError, subscriptionError } from '#simulators/paddle/errors.ts';
import { getCardOutcome } from '#simulators/paddle/lifecycle/cards.ts';
import { cancelSubscription } from '#simulators/paddle/lifecycle/changes.ts';
import { submitPayment } from '#simulators/paddle/lifecycle/checkout.ts';
import { getInternals, getSubscription, toPurchase } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { getTransaction, makeTransaction } from '#simulators/paddle/lifecycle/transactions.ts';
import { type Changeset, emit, type Subscription, type Transaction } from '#simulators/paddle/state.ts';

interface PortalParams {
  Params: { subject: string };
}

const tokenQuery = z.object({ token: z._default(z.string().check(z.maxLength(200)), '') });

/** Serves the pages on which customers manage their subscriptions, opened by short-lived links. */
export async function portalRoutes(app: FastifyInstance, account: Account): Promise<void> {
  app.addHook('preHandler', async (request, reply) => {
    account.runDueActions();
    const { subject = '' } = request.params as Partial<PortalParams['Params']>;
    if (isValidToken(account, subject, parse(tokenQuery, request.query).token)) return;
    const text =
      'Links to this page expire after fifteen minutes. Request a new link where you found this one.';
    return show(reply.status(403), renderMessagePage('This link has expired', text));
  });

  app.setErrorHandler((error, request, reply) => {
    const isPaddleError = error instanceof PaddleError;
    if (!isPaddleError) request.log.error({ err: error }, 'Paddle simulator failed');
    const text = isPaddleError
      ? `${error.message} Nothing was changed.`
      : 'Nothing was changed. Try again later.';
    return show(
      reply.status(isPaddleError ? error.status : 500),
      renderMessagePage('Something went wrong', text),
    );
  });

  app.get<PortalParams>('/:subject/invoice.pdf', ({ params }, reply) => {
    const transaction = getTransaction(account, params.subject);
    return reply
      .header('Content-Disposition', `attachment; filename="invoice-${transaction.id}.pdf"`)
      .type('application/pdf')
      .send(renderInvoice(transaction));
  });

  app.get<PortalParams>('/:subject/cancel', ({ params }, reply) => {
    return show(reply, renderCancelPage(getSubscription(account, params.subject)));
  });

  app.post<PortalParams>('/:subject/cancel', ({ params }, reply) => {
    const subscription = getSubscription(account, params.subject);
    account.change((changeset) => cancelSubscription(changeset, subscription, 'next_billing_period'));
    return show(reply, renderCancelPage(subscription));
  });

  app.get('/:subject/update-payment-method', (_request, reply) => show(reply, renderCardPage({})));

  app.post<PortalParams>('/:subject/update-payment-method', ({ params, body }, reply) => {
    const problems = changeCard(account, getSubscription(account, params.subject), body);
    if (problems) return show(reply.status(400), renderCardPage(problems));
    return show(reply, renderMessagePage('Your card was changed', 'Renewals are charged to the new card.'));
  });
}

const show = (reply: FastifyReply, page: string) => sendPage(reply, page, "'none'");

/** Saves a new card and collects an overdue payment with it. Returns the errors by field, or `null`. */
function changeCard(
  account: Account,
  subscription: Subscription,
  body: unknown,
): Record<string, string> | null {
  try {
    const card = toCard(parse(cardFields, body), account);
    if (getCardOutcome(card.number) === null) {
      return { cardNumber: 'Use one of the test cards. Real cards are not accepted.' };
    }
    const { id } = account.change((changeset) => makeCardChangeTransaction(changeset, subscription));
    const countryCode = account.state.addresses[subscription.address_id]?.country_code ?? 'US';
    const { outcome } = submitPayment(account, id, {
      email: account.state.customers[subscription.customer_id]?.email ?? '',
      countryCode,
      card,
      isConfirmed: true,
    });
    return outcome === 'completed' ? null : { cardNumber: 'The card was declined. Try another one.' };
  } catch (error) {
    if (!(error instanceof PaddleError) || !error.fields) throw error;
    return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
  }
}

/** Returns the transaction of a card-change checkout: the overdue one, or a new one with an amount of zero. */
function makeCardChangeTransaction(changeset: Changeset, subscription: Subscription): Transaction {
  const { dunning } = getInternals(changeset, subscription.id);
  if (subscription.status === 'past_due' && dunning) return getTransaction(changeset, dunning.transactionId);
  if (subscription.status === 'canceled' || subscription.status === 'paused') {
    throw subscriptionError(
      'subscription_is_inactive_action_invalid',
      "action can't be performed on inactive subscription",
    );
  }
  const transaction = makeTransaction(changeset, toPurchase(changeset, subscription, true), {
    origin: 'subscription_payment_method_change',
    status: 'ready',
    customer_id: subscription.customer_id,
    address_id: subscription.address_id,
    custom_data: subscription.custom_data,
    subscriptionId: subscription.id,
  });
  emit(changeset, 'transaction.created', transaction);
  emit(changeset, 'transaction.ready', transaction);
  return transaction;
}

/** Asks for confirmation of a cancellation, or confirms that it was made. */
function renderCancelPage(subscription: Subscription): string {
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
function renderCardPage(problems: Record<string, string>): string {
  return renderPage(
    'Change your card',
    `<form method="post" novalidate>
      ${problems.body ? `<p class="problem" role="alert">${escapeHtml(problems.body)}</p>` : ''}
      ${renderCardFields(problems)}
      <button class="main">Save card</button>
    </form>
    <h2>Test cards</h2>
    <ul class="cards">${listTestCards()
      .map(({ number, effect }) => `<li>${number} ${effect}</li>`)
      .join('')}</ul>`,
  );
}

const renderMessagePage = (title: string, text: string) => renderPage(title, `<p>${escapeHtml(text)}</p>`);

const getProductName = ({ items }: Subscription) => items.map(({ price }) => price.description).join(', ');

function formatDate(timestamp: string): string {
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

/** Portal links sign the customer in for a short time, so they are fetched when needed and never stored. */
const VALID_MS = 15 * 60_000;

type PortalPage = 'update-payment-method' | 'cancel' | 'invoice.pdf';

/** Returns the URL of a portal page with a token that is valid for fifteen minutes. */
export function makePortalUrl(account: Account, subject: string, page: PortalPage): string {
  const expiresMs = account.clock.nowMs() + VALID_MS;
  return `${account.options.baseUrl}/portal/${subject}/${page}?token=${expiresMs}.${sign(account, subject, expiresMs)}`;
}

/** Returns true when a token gives access to the portal pages of a subscription or customer. */
function isValidToken(account: Account, subject: string, token: string): boolean {
  const [expires = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(account, subject, Number(expires)));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
  return Number(expires) > account.clock.nowMs();
}

function sign({ state }: Account, subject: string, expiresMs: number): string {
  return createHmac('sha256', state.portalSecret).update(`${subject}:${expiresMs}`).digest('base64url');
}

/** Renders the invoice of a transaction as a PDF of one page. */
function renderInvoice(transaction: Transaction): Buffer {
  const { id, billed_at, currency_code, details } = transaction;
  const lines = [
    'Receipt (simulated, no card was charged)',
    `Transaction: ${id}`,
    `Date: ${billed_at?.slice(0, 10) ?? 'none'}`,
    ...(details?.line_items ?? []).map(({ product, quantity }) => `${quantity} x ${product?.name ?? 'item'}`),
    `Total: ${Number(details?.totals?.total ?? 0) / 100} ${currency_code}`,
  ];
  const text = lines.map((line) => `(${escapeText(line)}) Tj T*`).join(' ');
  const content = `BT /F1 14 Tf 20 TL 60 760 Td ${text} ET`;
  return makePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

/** The font has only Latin characters; the others become question marks. */
const escapeText = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');

/** Joins the objects with a table of their offsets. */
function makePdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  );
}
