import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { sendPage } from '#simulators/paddle/http/pages.ts';
import { cancelSubscription } from '#simulators/paddle/lifecycle/changes/changes.ts';
import { getTransaction } from '#simulators/paddle/lifecycle/checkout.ts';
import { getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { changeCard } from './change-card.ts';
import { renderInvoice } from './invoice.ts';
import { isValidToken } from './portal-links.ts';
import { renderCancelPage, renderCardPage, renderMessagePage, renderOverviewPage } from './portal-pages.ts';

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

  app.get<PortalParams>('/:subject/overview', ({ params }, reply) => {
    return show(reply, renderOverviewPage(account, params.subject));
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
