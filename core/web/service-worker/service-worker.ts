import { handleActivate, handleFetch, handleMessage } from './offline.ts';
import { handlePush, openNotification, renewSubscription } from './push.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The service worker, which the build writes to `/sw.js`. It has no page, no session and no shared code: each of its parts is a file in this
 * folder that handles an event. Pages of customers register it (`features/site/web/public/offline/offline-app.tsx`).
 */
const scope = self as unknown as WorkerScope;

scope.addEventListener('fetch', (event) => handleFetch(scope, event));
scope.addEventListener('activate', (event) => event.waitUntil(handleActivate(scope)));
scope.addEventListener('message', (event) =>
  event.waitUntil(handleMessage(scope, event.data, event.source?.id ?? '')),
);
scope.addEventListener('push', (event) => event.waitUntil(handlePush(scope, event.data)));
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(scope, event.notification)),
);
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));
