/** The parts of the service worker's global scope that it uses. The types of TypeScript exclude those of pages. */
export interface WorkerScope {
  location: { origin: string };
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(filter: { tag: string }): Promise<Notification[]>;
    pushManager: PushManager;
  };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    kind: 'push',
    listener: (event: ExtendableEvent & { data: PushData | null }) => void,
  ): void;
  addEventListener(
    kind: 'notificationclick',
    listener: (event: ExtendableEvent & { notification: Notification }) => void,
  ): void;
  addEventListener(
    kind: 'pushsubscriptionchange',
    listener: (event: ExtendableEvent & SubscriptionChange) => void,
  ): void;
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

export interface PushData {
  json(): unknown;
}

export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}
