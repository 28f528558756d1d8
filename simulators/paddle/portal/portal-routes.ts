import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { sendPage } from '#simulators/paddle/http/pages.ts';
import { cancelSubscription } from '#simulators/paddle/lifecycle/changes/changes.ts';
import { subscriptionOf } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { changeCard } from './change-card.ts';
import { isValidToken } from './portal-links.ts';
import { cancelPage, cardPage, messagePage, overviewPage } from './portal-pages.ts';

interface PortalParams {
  Params: { subject: string };
}

const tokenQuery = z.object({ token: z._default(z.string().check(z.maxLength(200)), '') });

/** The pages on which Paddle's customers mind their subscriptions, for who has a link that is fresh. */
export async function portalRoutes(app: FastifyInstance, account: Account): Promise<void> {
  app.addHook('preHandler', async (request, reply) => {
    account.settle();
    const { subject = '' } = request.params as Partial<PortalParams['Params']>;
    if (isValidToken(account, subject, parse(tokenQuery, request.query).token)) return;
    const text = 'Links to this page work for fifteen minutes. Open it again from where you found it.';
    return show(reply.status(403), messagePage('This link has expired', text));
  });

  app.setErrorHandler((error, request, reply) => {
    const isRefusal = error instanceof PaddleError;
    if (!isRefusal) request.log.error({ err: error }, 'the stand-in for Paddle failed');
    const text = isRefusal
      ? `${error.message} Nothing was changed.`
      : 'Nothing was changed. Try again later.';
    return show(reply.status(isRefusal ? error.status : 500), messagePage('That did not work', text));
  });

  app.get<PortalParams>('/:subject/overview', ({ params }, reply) => {
    return show(reply, overviewPage(account, params.subject));
  });

  app.get<PortalParams>('/:subject/cancel', ({ params }, reply) => {
    return show(reply, cancelPage(subscriptionOf(account, params.subject)));
  });

  app.post<PortalParams>('/:subject/cancel', ({ params }, reply) => {
    const subscription = subscriptionOf(account, params.subject);
    account.change((changeset) => cancelSubscription(changeset, subscription, 'next_billing_period'));
    return show(reply, cancelPage(subscription));
  });

  app.get('/:subject/update-payment-method', (_request, reply) => show(reply, cardPage({})));

  app.post<PortalParams>('/:subject/update-payment-method', ({ params, body }, reply) => {
    const problems = changeCard(account, subscriptionOf(account, params.subject), body);
    if (problems) return show(reply.status(400), cardPage(problems));
    return show(reply, messagePage('Your card was changed', 'Renewals are charged to the new card.'));
  });
}

const show = (reply: FastifyReply, page: string) => sendPage(reply, page, "'none'");
