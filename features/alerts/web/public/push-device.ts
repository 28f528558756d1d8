import { api } from '#core/web/api/api.ts';
import { browserStorage } from '#core/web/session/browser-storage.ts';
import { readAlertSettings, savePushSubscription } from '#features/alerts/contract/endpoints.ts';

/** Why this browser cannot receive push messages, or whether it does. */
export type PushState = 'unsupported' | 'needs-app' | 'denied' | 'off' | 'on';

/** The customer who turned on push messages in this browser, and the device and endpoint that the server has. */
interface OptIn {
  user: string;
  device: string;
  endpoint: string;
}

const OPT_IN_KEY = 'tezi:push';

function readOptIn(user: string): OptIn | null {
  try {
    const optIn = JSON.parse(browserStorage.get(OPT_IN_KEY) ?? 'null') as OptIn | null;
    return optIn?.user === user ? optIn : null;
  } catch {
    return null;
  }
}

/** Returns whether the customer turned on push messages in this browser as this device. */
export const isThisDevice = (user: string, device: string) => readOptIn(user)?.device === device;

export async function readPushState(key: string, user: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIosTab() ? 'needs-app' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await findSubscription();
  return subscription && hasKey(subscription, key) && readOptIn(user) ? 'on' : 'off';
}

/** On iOS only an app on the Home Screen receives push messages. */
const isIosTab = () => /iPhone|iPad/.test(navigator.userAgent);

/** Asks for the permission, so that it must run in a click, and subscribes. Returns the ID of the device, `null` without the permission. */
export async function turnOnPush(key: string, user: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  // One of another key would be rejected.
  if (existing && !hasKey(existing, key)) await existing.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const device = await store(subscription);
  const optIn: OptIn = { user, device, endpoint: subscription.endpoint };
  browserStorage.set(OPT_IN_KEY, JSON.stringify(optIn));
  return device;
}

/**
 * Subscribes this browser again if the customer turned on push messages in it: the browser may have replaced the subscription, or the site its
 * key. A device that was turned off elsewhere remains off, and a subscription of another customer is ended.
 */
export async function repairPush(user: string): Promise<void> {
  const optIn = readOptIn(user);
  if (optIn === null) return suspendPush();
  const { push_key: key, devices } = await api(readAlertSettings, {});
  if (key === null) return;
  const subscription = await findSubscription();
  const isStored = subscription?.endpoint === optIn.endpoint && hasKey(subscription, key);
  if (isStored && !devices.some(({ id }) => id === optIn.device)) return turnOffPush();
  await turnOnPush(key, user);
}

/** Turns off push messages in this browser, without the server, which removes the subscription with the session or the device. */
export function turnOffPush(): Promise<void> {
  browserStorage.remove(OPT_IN_KEY);
  return suspendPush();
}

/** Ends push messages in this browser until the customer who turned them on signs in again, and closes those that are shown. */
export async function suspendPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
  const registration = await navigator.serviceWorker?.getRegistration('/');
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

async function store(subscription: PushSubscription): Promise<string> {
  const { endpoint = '', keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  return (await api(savePushSubscription, { body })).id;
}

function hasKey({ options }: PushSubscription, key: string): boolean {
  if (!options.applicationServerKey) return false;
  const text = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key;
}
