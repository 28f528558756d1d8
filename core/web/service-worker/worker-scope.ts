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
    get(id: string): Promise<{ postMessage(message: object): void } | undefined>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(kind: 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(
    kind: 'message',
    listener: (event: ExtendableEvent & { data: unknown; source: { id: string } | null }) => void,
  ): void;
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

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  clientId: string;
  /** The document that a navigation creates. */
  resultingClientId: string;
  respondWith(response: Promise<Response>): void;
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
