import { randomBytes } from 'node:crypto';
import type { IEventName } from '@paddle/paddle-node-sdk';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { notFound } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { type Destination, getEntity } from '#simulators/paddle/state/state.ts';
import { EVENT_TYPES, toEventType } from '#simulators/paddle/webhooks/destinations.ts';
import type { IdParams } from './catalog.ts';
import { listQuery, paginate } from './lists.ts';

const names = z.array(
  z.custom<IEventName>((name) => EVENT_TYPES.some((type) => type === name), 'Unknown event.'),
);

const newSetting = z.strictObject({
  description: z.string(),
  type: z.literal('url'),
  destination: z.url({ protocol: /^https?$/ }),
  subscribed_events: names.check(z.minLength(1)),
  api_version: z.optional(z.nullable(z.literal(1))),
  include_sensitive_fields: z.optional(z.nullable(z.boolean())),
  traffic_source: z.optional(z.nullable(z.enum(['platform', 'simulation', 'all']))),
});

const settingChanges = z.partial(z.extend(newSetting, { active: z.boolean() }));

/** Serves webhook destinations, each with its own secret. */
export function notificationSettingRoutes(app: FastifyInstance, account: Account): void {
  app.get('/notification-settings', (request) => {
    const found = Object.values(account.state.destinations);
    return paginate(account, request, found, parse(listQuery, request.query), ({ id }) => id);
  });

  app.get<IdParams>('/notification-settings/:id', ({ params }) => wrapInEnvelope(getSetting(params.id)));

  app.post('/notification-settings', ({ body }, reply) => {
    const fields = parse(newSetting, body);
    reply.status(201);
    return wrapInEnvelope(
      account.change((changeset): Destination => {
        const id = changeset.id('ntfset');
        const destination: Destination = {
          id,
          description: fields.description,
          type: fields.type,
          destination: fields.destination,
          active: true,
          api_version: 1,
          include_sensitive_fields: fields.include_sensitive_fields ?? false,
          traffic_source: fields.traffic_source ?? 'platform',
          subscribed_events: fields.subscribed_events.map(toEventType),
          endpoint_secret_key: `pdl_${id}_${randomBytes(24).toString('base64url')}`,
        };
        account.state.destinations[id] = destination;
        return destination;
      }),
    );
  });

  app.patch<IdParams>('/notification-settings/:id', ({ params, body }) => {
    const { subscribed_events, ...changes } = parse(settingChanges, body);
    const destination = getSetting(params.id);
    account.change(() => {
      Object.assign(destination, changes);
      if (subscribed_events) destination.subscribed_events = subscribed_events.map(toEventType);
    });
    return wrapInEnvelope(destination);
  });

  app.delete<IdParams>('/notification-settings/:id', ({ params }, reply) => {
    const { id } = getSetting(params.id);
    account.change(() => delete account.state.destinations[id]);
    return reply.status(204).send();
  });

  function getSetting(id: string): Destination {
    const found = getEntity(account.state.destinations, id);
    if (!found) throw notFound(`Notification setting ${id}`);
    return found;
  }
}
