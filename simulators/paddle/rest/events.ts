import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { EVENT_TYPES, toEventType } from '#simulators/paddle/webhooks/destinations.ts';
import { commaSeparated, listQuery, paginate } from './lists.ts';

const eventQuery = z.extend(listQuery, { event_type: commaSeparated });

export function eventRoutes(app: FastifyInstance, account: Account): void {
  app.get('/events', (request) => {
    const query = parse(eventQuery, request.query);
    const found = account.state.events.filter(
      ({ event_type }) => !query.event_type || query.event_type.includes(event_type),
    );
    return paginate(account, request, found, query, ({ event_id }) => event_id);
  });

  app.get('/event-types', () => wrapInEnvelope(EVENT_TYPES.map(toEventType)));

  app.get('/ips', () => wrapInEnvelope({ ipv4_cidrs: ['127.0.0.1/32'] }));
}
