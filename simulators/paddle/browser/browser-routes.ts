import type { PaddleEventData } from '@paddle/paddle-js';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml } from '#simulators/html.ts';
import { type Account, parse } from '#simulators/paddle/account.ts';
import type { CheckoutView } from '#simulators/paddle/checkout/checkout-view.ts';
import { type CheckoutForm, createCheckoutForm } from './checkout-form.ts';
import { type FromFrame, installPaddle, openOverlay, type ToFrame } from './paddle-js.ts';
import {
  listTestCards,
  RIBBON,
  renderCardFields,
  renderCountryOptions,
  renderField,
  sendPage,
  styles,
} from './pages.ts';

const pageQuery = z.object({
  origin: z.url({ protocol: /^https?$/ }),
  theme: z._default(z.enum(['light', 'dark']), 'light'),
});

/** Serves Paddle.js and the checkout page with its script and styles. */
export async function browserRoutes(app: FastifyInstance, account: Account): Promise<void> {
  app.addHook('onRequest', async (_request, reply) => {
    // Other sites embed the script and the frame.
    reply.headers({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'X-Content-Type-Options': 'nosniff' });
  });

  app.get('/paddle/v2/paddle.js', (_request, reply) =>
    sendScript(reply, toScript(installPaddle, openOverlay)),
  );
  app.get('/_js/checkout.js', (_request, reply) =>
    sendScript(reply, toScript(runCheckout, createCheckoutForm)),
  );
  app.get('/_js/pages.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styles));

  app.get('/_checkout', (request, reply) => {
    const { origin, theme } = parse(pageQuery, request.query);
    const embedder = new URL(origin).origin;
    const isOwn = embedder === new URL(account.options.baseUrl).origin;
    if (!isOwn && new URL(origin).host !== request.headers.host) {
      return sendPage(reply.status(403), renderForbiddenPage(embedder), "'none'");
    }
    const countryCode = account.options.defaultCountry ?? 'US';
    return sendPage(reply, renderCheckoutPage({ origin: embedder, theme, countryCode }), embedder);
  });
}

function sendScript(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/javascript; charset=utf-8').send(text);
}

function renderForbiddenPage(origin: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Checkout - Paddle simulator</title></head>
<body>${RIBBON}<h1>This page cannot open a checkout</h1><p>${escapeHtml(origin)} is not an approved website.</p></body></html>
`;
}

/**
 * Builds a browser script from functions that are type-checked like all other code. Each function can use only its
 * arguments: the surrounding module does not exist in the browser.
 */
// biome-ignore lint/complexity/noBannedTypes: only the text of the function matters
function toScript(main: Function, ...args: (Function | string)[]): string {
  const values = args.map((value) => (typeof value === 'string' ? JSON.stringify(value) : value.toString()));
  return `(${main.toString()})(${values.join(', ')});\n`;
}

/** Renders the page inside the frame; its script fills in the data. */
function renderCheckoutPage({
  origin,
  theme,
  countryCode,
}: {
  origin: string;
  theme: 'light' | 'dark';
  countryCode: string;
}): string {
  return `<!doctype html>
<html lang="en" data-theme="${theme}" data-origin="${escapeHtml(origin)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Checkout - Paddle simulator</title>
  <link rel="stylesheet" href="_js/pages.css">
  <script src="_js/checkout.js" defer></script>
</head>
<body class="checkout">
  <div class="dialog" id="dialog" role="dialog" aria-modal="true" aria-labelledby="title" tabindex="-1">
    ${RIBBON}
    <header>
      <h1 id="title">Checkout</h1>
      <button type="button" class="close" id="close" aria-label="Close checkout">&#10005;</button>
    </header>
    <p id="status" role="status">Opening the checkout …</p>
    <section id="order" aria-label="Order" hidden>
      <ul id="items"></ul>
      <dl>
        <div><dt>Subtotal</dt><dd id="subtotal"></dd></div>
        <div><dt>Tax</dt><dd id="tax"></dd></div>
        <div class="total"><dt>Due today</dt><dd id="total"></dd></div>
      </dl>
      <p id="terms"></p>
    </section>
    <form id="payment" novalidate hidden>
      <p class="problem" id="problem" role="alert"></p>
      ${renderField('email', 'Email', { type: 'email', autocomplete: 'email', maxlength: '254', required: true })}
      <div class="field">
        <label for="countryCode">Country</label>
        <select id="countryCode" name="countryCode" autocomplete="country">${renderCountryOptions(countryCode)}</select>
        <p class="problem" id="countryCode-problem"></p>
      </div>
      ${renderCardFields()}
      <details>
        <summary>Test cards</summary>
        <ul class="cards">${listTestCards()
          .map(
            ({ number, effect }) =>
              `<li><button type="button" data-card="${number}">${number}</button> ${effect}</li>`,
          )
          .join('')}</ul>
      </details>
      <button type="submit" class="main" id="pay">Pay</button>
    </form>
    <section id="confirm" aria-labelledby="confirm-title" hidden>
      <h2 id="confirm-title">Confirm this payment</h2>
      <p>Your simulated bank asks you to confirm the payment of <b id="confirm-total"></b>.</p>
      <div class="actions">
        <button type="button" class="main" id="confirm-yes">Confirm payment</button>
        <button type="button" id="confirm-no">Decline</button>
      </div>
    </section>
    <section id="done" aria-labelledby="done-title" hidden>
      <h2 id="done-title">Payment complete</h2>
      <p id="done-text"></p>
      <button type="button" class="main" id="done-close">Close</button>
    </section>
  </div>
</body>
</html>
`;
}

/** Runs the checkout page: communicates with the page around it, the simulator and the form. Runs in the browser. */
function runCheckout(makeForm: typeof createCheckoutForm): void {
  const parentOrigin = document.documentElement.dataset.origin ?? '';
  const form: CheckoutForm = makeForm({ pay, chooseCountry, close });
  let token = '';
  let view: CheckoutView | null = null;
  let hasSuccessUrl = false;

  window.addEventListener('message', (message) => {
    if (message.source !== window.parent || message.origin !== parentOrigin) return;
    const data = message.data as ToFrame;
    if (data.paddle === 'open' && token === '') void open(data);
  });
  send({ paddle: 'ready' });

  async function open({ token: clientToken, options }: ToFrame): Promise<void> {
    token = clientToken;
    hasSuccessUrl = Boolean(options.settings?.successUrl);
    const customer = options.customer as {
      email?: string;
      address?: { countryCode?: string };
    };
    const email = customer?.email ?? '';
    form.fill(email, customer?.address?.countryCode);
    const { items, transactionId, customData } = options;
    const request = { items, transactionId, customData, countryCode: form.countryCode() };
    const response = await call<CheckoutView>('checkouts', request);
    if (!response) return;
    show(response);
    // Without logout the customer of the page cannot be changed.
    form.lockEmail(response.email ?? (options.settings?.allowLogout === false ? email : ''));
    form.open();
    emit('checkout.loaded');
  }

  async function chooseCountry(countryCode: string): Promise<void> {
    const response =
      view && (await call<CheckoutView>(`checkouts/${view.transactionId}/quote`, { countryCode }));
    if (response) show(response);
    emit('checkout.updated');
  }

  async function pay(fields: Record<string, string>, isConfirmed: boolean): Promise<void> {
    if (!view) return;
    const hasCustomer = view.data.customer !== null;
    emit('checkout.payment.initiated');
    const path = `checkouts/${view.transactionId}/pay`;
    const response = await call<{ outcome: string; view: CheckoutView }>(path, { ...fields, isConfirmed });
    if (!response) return;
    show(response.view);
    if (!hasCustomer && response.view.data.customer) emit('checkout.customer.created');
    if (response.outcome === 'confirmation_needed') form.askToConfirm();
    if (response.outcome === 'declined') {
      form.showProblem('The card was declined. Try another one.');
      emit('checkout.payment.failed');
    }
    if (response.outcome !== 'completed') return;
    form.finish(hasSuccessUrl);
    emit('checkout.completed');
  }

  function show(next: CheckoutView): void {
    view = next;
    form.show(next);
  }

  /** Calls the simulator. Shows and reports an error, then returns `null`. */
  async function call<Result>(path: string, input: object): Promise<Result | null> {
    try {
      const response = await fetch(`_js/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Paddle-Clienttoken': token },
        body: JSON.stringify(input),
      });
      const body = await response.json();
      if (response.ok) return body as Result;
      const { type, code, detail, documentation_url, errors } = body.error;
      form.showErrors(errors ?? [], view ? detail : `The checkout cannot be opened: ${detail}`);
      if (!errors || !view)
        send({
          paddle: 'event',
          event: { name: toEventName('checkout.error'), type, code, detail, documentation_url },
        });
    } catch {
      form.showErrors([], 'The checkout is unreachable. Check your connection and try again.');
      send({
        paddle: 'event',
        event: { name: toEventName('checkout.error'), type: 'api_error', code: 'unreachable' },
      });
    }
    return null;
  }

  function emit(name: string): void {
    if (view)
      send({
        paddle: 'event',
        event: { name: toEventName(name), data: view.data as unknown as PaddleEventData['data'] },
      });
  }

  function close(): void {
    send({ paddle: 'close' });
  }

  function send(message: FromFrame): void {
    window.parent.postMessage(message, parentOrigin);
  }

  function toEventName(name: string): NonNullable<PaddleEventData['name']> {
    return name as NonNullable<PaddleEventData['name']>;
  }
}
