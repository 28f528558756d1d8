import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { instant } from '#simulators/paddle/fields.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { cancelSubscription, pauseSubscription } from '#simulators/paddle/lifecycle/changes/changes.ts';
import { resumeSubscription } from '#simulators/paddle/lifecycle/changes/resume.ts';
import type { Changeset } from '#simulators/paddle/lifecycle/changeset.ts';
import { getSubscription } from '#simulators/paddle/lifecycle/subscriptions.ts';
import { parse } from '#simulators/paddle/parse.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';
import { commaSeparated, type IdParams, listQuery, paginate } from './lists.ts';
import { presentSubscription } from './present.ts';
import { patchSubscription } from './subscription-patch.ts';
import { previewUpdate } from './subscription-preview.ts';

const subscriptionQuery = z.extend(listQuery, {
  status: commaSeparated,
  customer_id: commaSeparated,
  price_id: commaSeparated,
  scheduled_change_action: commaSeparated,
});

const effectiveFrom = z.optional(z.nullable(z.enum(['next_billing_period', 'immediately'])));
const onResume = z._default(
  z.enum(['start_new_billing_period', 'continue_existing_billing_period']),
  'start_new_billing_period',
);
const pauseBody = z.strictObject({
  effective_from: effectiveFrom,
  resume_at: z.optional(z.nullable(instant)),
  on_resume: onResume,
});
const resumeBody = z.strictObject({
  effective_from: z._default(z.union([z.literal('immediately'), instant]), 'immediately'),
  on_resume: onResume,
});
const cancelBody = z.strictObject({ effective_from: effectiveFrom });

export function subscriptionRoutes(app: FastifyInstance, account: Account): void {
  app.get('/subscriptions', (request) => {
    const query = parse(subscriptionQuery, request.query);
    const found = Object.values(account.state.subscriptions)
      .filter(({ status }) => !query.status || query.status.includes(status))
      .filter(({ customer_id }) => !query.customer_id || query.customer_id.includes(customer_id))
      .filter(({ items }) => !query.price_id || items.some(({ price }) => query.price_id?.includes(price.id)))
      .filter(({ scheduled_change: change }) => {
        return !query.scheduled_change_action || query.scheduled_change_action.includes(change?.action ?? '');
      })
      .map((subscription) => presentSubscription(account, subscription));
    return paginate(account, request, found, query, ({ id }) => id);
  });

  app.get<IdParams>('/subscriptions/:id', ({ params }) =>
    wrapInEnvelope(presentSubscription(account, getSubscription(account, params.id))),
  );

  app.patch<IdParams>('/subscriptions/:id', ({ params, body }) =>
    change(params.id, (changeset, subscription) => patchSubscription(account, changeset, subscription, body)),
  );

  app.patch<IdParams>('/subscriptions/:id/preview', ({ params, body }) =>
    wrapInEnvelope(previewUpdate(account, getSubscription(account, params.id), body)),
  );

  app.post<IdParams>('/subscriptions/:id/pause', ({ params, body }) => {
    const fields = parse(pauseBody, body);
    return change(params.id, (changeset, subscription) =>
      pauseSubscription(changeset, subscription, {
        effectiveFrom: fields.effective_from ?? 'next_billing_period',
        resumeAt: fields.resume_at ?? null,
        onResume: fields.on_resume,
      }),
    );
  });

  app.post<IdParams>('/subscriptions/:id/resume', ({ params, body }) => {
    const fields = parse(resumeBody, body);
    return change(params.id, (changeset, subscription) =>
      resumeSubscription(changeset, subscription, {
        effectiveFrom: fields.effective_from,
        onResume: fields.on_resume,
      }),
    );
  });

  app.post<IdParams>('/subscriptions/:id/cancel', ({ params, body }) => {
    const fields = parse(cancelBody, body);
    return change(params.id, (changeset, subscription) =>
      cancelSubscription(changeset, subscription, fields.effective_from ?? 'next_billing_period'),
    );
  });

  function change(id: string, act: (changeset: Changeset, subscription: Subscription) => void) {
    const subscription = getSubscription(account, id);
    account.change((changeset) => act(changeset, subscription));
    return wrapInEnvelope(presentSubscription(account, subscription));
  }
}
