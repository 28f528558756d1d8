import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { sendPage } from '#simulators/paddle/http/pages.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { createCheckoutForm } from './checkout-form.ts';
import { renderCheckoutPage } from './checkout-page.ts';
import { escapeHtml, RIBBON } from './html.ts';
import { installPaddle } from './install-paddle.ts';
import { openOverlay } from './overlay.ts';
import { runCheckout } from './run-checkout.ts';
import { styles } from './styles.ts';

const pageQuery = z.object({
  origin: z.url({ protocol: /^https?$/ }),
  theme: z._default(z.enum(['light', 'dark']), 'light'),
  mode: z._default(z.enum(['overlay', 'inline']), 'overlay'),
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
    const { origin, theme, mode } = parse(pageQuery, request.query);
    const embedder = new URL(origin).origin;
    const allowedOrigins = [
      new URL(account.options.baseUrl).origin,
      ...(account.options.allowedOrigins ?? []),
    ];
    if (!allowedOrigins.includes(embedder) && new URL(origin).host !== request.headers.host) {
      return sendPage(reply.status(403), renderForbiddenPage(embedder), "'none'");
    }
    const countryCode = account.options.defaultCountry ?? 'US';
    return sendPage(reply, renderCheckoutPage({ origin: embedder, theme, mode, countryCode }), embedder);
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
