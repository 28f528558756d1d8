import { savePushSubscription } from '#contract/alerts/endpoints.ts';
import { api } from '#web/api/api.ts';

/** Why this browser cannot receive push messages, or whether it does. */
export type PushState = 'unsupported' | 'needs-app' | 'denied' | 'off' | 'on';

export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIosTab() ? 'needs-app' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await findSubscription()) ? 'on' : 'off';
}

/** On iOS only an app on the Home Screen receives push messages. */
const isIosTab = () => /iPhone|iPad/.test(navigator.userAgent);

/** Asks for the permission, so that it must run in a click, and subscribes. Returns the ID of the device, `null` without the permission. */
export async function turnOnPush(key: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  // One of another key would be rejected.
  if (existing && !hasKey(existing, key)) await existing.unsubscribe();
  return store(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** Stores the subscription of this browser again: the server may have removed it, or the browser replaced it. */
export async function repairPush(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription) await store(subscription);
}

/** Turns off push messages in this browser, without the server, which removes the subscription with the session or the device. */
export async function turnOffPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
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
