import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { notFound, PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { toPaddleTime } from '#simulators/paddle/state/paddle-time.ts';
import type { StoredNotification } from '#simulators/paddle/state/state.ts';
import { makeNotification } from '#simulators/paddle/webhooks/enqueue.ts';
import type { IdParams } from './catalog.ts';
import { commaSeparated, listQuery, paginate } from './lists.ts';
import { presentNotification } from './present.ts';

const notificationQuery = z.extend(listQuery, {
  status: commaSeparated,
  notification_setting_id: commaSeparated,
});

export function notificationRoutes(app: FastifyInstance, account: Account): void {
  app.get('/notifications', (request) => {
    const query = parse(notificationQuery, request.query);
    const found = account.state.notifications
      .filter(({ status }) => !query.status || query.status.includes(status))
      .filter(({ destinationId: id }) => {
        return !query.notification_setting_id || query.notification_setting_id.includes(id);
      })
      .map((stored) => presentNotification(account, stored));
    return paginate(account, request, found, query, ({ id }) => id);
  });

  app.get<IdParams>('/notifications/:id', ({ params }) => {
    return wrapInEnvelope(presentNotification(account, getNotification(params.id)));
  });

  app.get<IdParams>('/notifications/:id/logs', (request) => {
    const logs = getNotification(request.params.id).logs.map((log) => ({
      ...log,
      response_content_type: null,
    }));
    return paginate(account, request, logs, parse(listQuery, request.query), ({ id }) => id);
  });

  app.post<IdParams>('/notifications/:id/replay', ({ params }, reply) => {
    const original = getNotification(params.id);
    if (original.origin !== 'event') {
      throw replayError(
        'notification_replay_invalid_origin_type',
        'can only replay notifications with an origin of event',
      );
    }
    if (original.status !== 'delivered' && original.status !== 'failed') {
      throw replayError(
        'notification_cannot_replay',
        'notification cannot be replayed: it is still being delivered',
      );
    }
    const nowMs = account.clock.nowMs();
    const replay = makeNotification(account.state, original.eventId, original.destinationId, nowMs);
    account.state.notifications.push({ ...replay, origin: 'replay' });
    original.replayedAt = toPaddleTime(nowMs);
    account.notifyListeners();
    reply.status(202);
    return wrapInEnvelope({ notification_id: replay.id });
  });

  function getNotification(id: string): StoredNotification {
    const found = account.state.notifications.find((each) => each.id === id);
    if (!found) throw notFound(`Notification ${id}`);
    return found;
  }
}

const replayError = (code: string, detail: string) =>
  new PaddleError(400, code, detail, { group: 'notifications' });
