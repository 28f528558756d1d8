import type { PushData, SubscriptionChange, WorkerScope } from './worker-scope.ts';

interface Message {
  title: string;
  options: NotificationOptions;
  /** Reports that the message was shown. */
  token: string | null;
}

/**
 * Shows a message, and reports that it was shown. It always shows something, also for a message that it cannot read and while a page is open:
 * browsers withdraw the permission of sites that do not.
 */
export async function handlePush(scope: WorkerScope, data: PushData | null): Promise<void> {
  const { title, options, token } = readMessage(scope, data);
  const shown = await findShown(scope, options.tag);
  const [id, shownId] = [readId(token), readId((shown?.data as { token?: unknown } | null)?.token)];
  if (shown && id !== null && shownId !== null && id < shownId) {
    // A message that was late must not replace a newer one, but something must be shown.
    await scope.registration.showNotification(shown.title, { ...toOptions(shown), silent: true });
  } else {
    // Without `renotify` a notification with the tag of a shown one makes no sound.
    const isRepeat = shown !== null && id !== null && id === shownId;
    const renotify = !isRepeat && Boolean(options.tag) && options.silent !== true;
    await scope.registration.showNotification(title, { ...options, renotify } as NotificationOptions);
  }
  if (token !== null) await post('/api/push/shown/', { token }).catch(() => {});
}

/** Returns the shown notification that one with this tag replaces. */
async function findShown(
  { registration }: WorkerScope,
  tag: string | undefined,
): Promise<Notification | null> {
  if (!tag) return null;
  return (await registration.getNotifications({ tag })).at(-1) ?? null;
}

/** Reads the number of a message from its token; later messages have higher ones. */
const readId = (token: unknown): number | null =>
  typeof token === 'string' && /^\d+\./.test(token) ? Number.parseInt(token, 10) : null;

const toOptions = ({ body, tag, data }: Notification): NotificationOptions => ({
  ...APPEARANCE,
  body,
  tag,
  data,
});

/** Reads a message in the form of Declarative Web Push. Links lead to this site only. */
function readMessage(scope: WorkerScope, data: PushData | null): Message {
  try {
    const content = data?.json() as { notification?: Record<string, unknown>; token?: unknown };
    const { title, body, tag, navigate, silent } = content.notification ?? {};
    if (typeof title !== 'string') return unreadable(scope);
    return {
      title,
      token: typeof content.token === 'string' ? content.token : null,
      options: {
        ...APPEARANCE,
        body: typeof body === 'string' ? body : '',
        tag: typeof tag === 'string' ? tag : '',
        silent: silent === true,
        data: { url: toOwnUrl(scope, navigate), token: content.token },
      },
    };
  } catch {
    return unreadable(scope);
  }
}

const APPEARANCE: NotificationOptions = { icon: '/apple-touch-icon.png', lang: 'en', dir: 'ltr' };

const unreadable = (scope: WorkerScope): Message => ({
  title: 'New alert',
  token: null,
  options: { ...APPEARANCE, data: { url: toOwnUrl(scope, '/alerts') } },
});

/** Returns a URL of this site, the inbox instead of one of another site. */
function toOwnUrl({ location: { origin } }: WorkerScope, url: unknown): string {
  const target = typeof url === 'string' ? URL.parse(url, origin) : null;
  return target?.origin === origin ? target.href : `${origin}/alerts`;
}

/** Opens the page of a notification, in a window of this site if one is open, and reports that it was opened. */
export async function openNotification(scope: WorkerScope, notification: Notification): Promise<void> {
  notification.close();
  const { url: target, token } = (notification.data ?? {}) as { url?: unknown; token?: unknown };
  const reported =
    typeof token === 'string' ? post('/api/push/shown/', { token, is_opened: true }).catch(() => {}) : null;
  await openPage(scope, toOwnUrl(scope, target));
  await reported;
}

async function openPage(scope: WorkerScope, url: string): Promise<void> {
  const [window] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!window) {
    await scope.clients.openWindow(url);
    return;
  }
  await window.focus();
  // A page that the worker does not control cannot be navigated.
  if (window.url !== url) await window.navigate(url).catch(() => scope.clients.openWindow(url));
}

/** Reports the subscription with which the browser replaced another one. Pages repair what this misses. */
export async function renewSubscription(
  scope: WorkerScope,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (!oldSubscription || !key) return;
  const subscription =
    newSubscription ??
    (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  await post('/api/push/renewed/', {
    previous_endpoint: oldSubscription.endpoint,
    previous_auth: oldSubscription.toJSON().keys?.auth,
    endpoint,
    p256dh: keys?.p256dh,
    auth: keys?.auth,
  });
}

const post = (path: string, body: object) =>
  fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
