import { handlePush, openNotification, renewSubscription } from './push.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The service worker, which the build writes to `/sw.js`. It has no page, no session and no shared code: each of its parts is a file in this
 * folder that returns a promise for an event. It is registered when a customer turns on push messages.
 */
const scope = self as unknown as WorkerScope;

scope.addEventListener('push', (event) => event.waitUntil(handlePush(scope, event.data)));
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(scope, event.notification)),
);
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));
