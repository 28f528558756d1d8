import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { formatTimestamp, toKarachiDate } from '#core/contract/dates.ts';
import { getNow, toBrowserTime, toServerTime } from '#core/web/api/server-clock.ts';
import { getAccessToken, readUser, useSession } from '#core/web/session/session.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { useMySubscription } from '#features/accounts/web/public/account/account-queries.ts';
import { useUnreadAlerts } from '#features/alerts/web/public/unread-alerts.ts';

/** A new version is looked for at most once in this time. */
const UPDATE_MS = 3_600_000;

/**
 * The part of the installed app that pages of customers run: it registers the service worker, which stores the pages and responses for offline use,
 * says when what is shown is stored, offers new versions, and sets the badge of the app. Loaded when the page is idle.
 */
export function OfflineApp() {
  const registration = useRegistration();
  const storedAt = useStoredAt(registration !== null);
  useVisitedPages(registration !== null);
  useBadge();
  const waiting = useWaitingWorker(registration);
  const store = registration && <AccountStore />;
  if (storedAt === null && waiting === null) return store;
  return (
    <section aria-label="App" className="no-print container-page grid gap-3 pt-3 sm:pt-4">
      {store}
      {storedAt !== null && (
        <Notice tone="warning" role="status" title={`As of ${formatStored(storedAt)}, offline`}>
          What you see was stored at that time. It is updated when you are online again.
        </Notice>
      )}
      {waiting !== null && (
        <Notice
          role="status"
          title="A new version of Tezi is ready"
          action={
            <Button variant="secondary" onClick={() => reloadWith(waiting)}>
              Reload
            </Button>
          }
        />
      )}
    </section>
  );
}

/** Formats `09:41`, or with the date if it is not today's. */
function formatStored(at: number): string {
  const time = new Date(toServerTime(at));
  const text = formatTimestamp(time.toISOString()).replace(/ PKT$/, '');
  return toKarachiDate(time) === toKarachiDate(getNow()) ? text.slice(-'09:41'.length) : text;
}

function useRegistration(): ServiceWorkerRegistration | null {
  const [registration, setRegistration] = useState<ServiceWorkerRegistration | null>(null);
  useEffect(() => {
    const { serviceWorker } = navigator;
    // The development server has no worker. Insecure pages have no container.
    if (!serviceWorker || import.meta.env.DEV) return;
    let isMounted = true;
    serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .then(() => serviceWorker.ready)
      .then(async (ready) => {
        if (!serviceWorker.controller) await waitForController(serviceWorker);
        return ready;
      })
      .then(
        (ready) => isMounted && setRegistration(ready),
        // Without it the site works online.
        () => {},
      );
    return () => {
      isMounted = false;
    };
  }, []);
  return registration;
}

/** A worker takes over the page that registered it. After a forced reload none does, and the page works as online only. */
const waitForController = (container: ServiceWorkerContainer) =>
  new Promise<void>((resolve) =>
    container.addEventListener('controllerchange', () => resolve(), { once: true }),
  );

const send = (message: object) => navigator.serviceWorker.controller?.postMessage(message);

/** Returns when the oldest response that the page shows was stored; `null` if all are current. */
function useStoredAt(isReady: boolean): number | null {
  const [storedAt, setStoredAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isReady) return;
    const onMessage = ({ data }: MessageEvent<{ type?: string; at?: number }>) => {
      if (data.type === 'stored') setStoredAt(data.at ?? null);
      if (data.type === 'live') setStoredAt(null);
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    // The page may have shown stored responses before this code was loaded.
    send({ type: 'hello' });
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [isReady]);
  return storedAt;
}

/** Has the worker store what the signed-in customer reads, and removes it when the session ends in any tab. */
function AccountStore(): null {
  const queries = useQueryClient();
  const user = useSession()?.id;
  const { data: subscription } = useMySubscription();
  const start = useEffectEvent(() => {
    const token = getAccessToken();
    if (token === null || !subscription) return;
    const ends = [subscription.subscription_expiry, subscription.granted_until].map((end) =>
      Date.parse(end ?? ''),
    );
    const end = Math.max(...ends.filter((each) => !Number.isNaN(each)));
    const hasPremium = subscription.has_active_subscription && Number.isFinite(end);
    send({ type: 'account', token: `Bearer ${token}`, premiumUntil: hasPremium ? toBrowserTime(end) : null });
    // The worker did not see the calls before it was there.
    if (isFirst) void queries.invalidateQueries({ refetchType: 'active' });
    isFirst = false;
  });
  useEffect(() => {
    if (user !== undefined && subscription) start();
  }, [user, subscription]);
  useEffect(
    () => () => {
      if (user === undefined || readUser() !== null) return;
      void caches.delete('tezi-account').catch(() => {});
      // For a response that the worker stores at this time.
      send({ type: 'signed-out' });
      void navigator.clearAppBadge?.().catch(() => {});
    },
    [user],
  );
  return null;
}

/** No worker controlled the page when it was loaded. */
let isFirst = !import.meta.env.SSR && navigator.serviceWorker?.controller === null;

/** Has the worker store the pages that it can show offline, with the files that they have loaded so far. */
function useVisitedPages(isReady: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!isReady) return;
    const report = () => {
      const assets = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter((url) => url.origin === location.origin && url.pathname.startsWith('/assets/'))
        .map((url) => url.pathname);
      send({ type: 'visited', path: pathname.replace(/(.)\/$/, '$1'), assets });
    };
    report();
    // Parts of the page are loaded later.
    const timer = setTimeout(report, 3_000);
    return () => clearTimeout(timer);
  }, [isReady, pathname]);
}

/** Shows the number of unread alerts on the icon of the installed app. */
function useBadge(): void {
  const { data: unread } = useUnreadAlerts();
  useEffect(() => {
    if (unread === undefined || !('setAppBadge' in navigator)) return;
    // Browsers without an installed app reject it.
    navigator.setAppBadge(unread).catch(() => {});
  }, [unread]);
}

/** Returns the worker of a new version, which waits until it is asked to take over or all pages are closed. */
function useWaitingWorker(registration: ServiceWorkerRegistration | null): ServiceWorker | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if (!registration) return;
    const check = () => setWaiting(navigator.serviceWorker.controller ? registration.waiting : null);
    const watch = () => registration.installing?.addEventListener('statechange', check);
    let updatedAt = Date.now();
    const update = () => {
      if (document.visibilityState !== 'visible' || Date.now() - updatedAt < UPDATE_MS) return;
      updatedAt = Date.now();
      registration.update().catch(() => {});
    };
    check();
    watch();
    registration.addEventListener('updatefound', watch);
    document.addEventListener('visibilitychange', update);
    return () => {
      registration.removeEventListener('updatefound', watch);
      document.removeEventListener('visibilitychange', update);
    };
  }, [registration]);
  return waiting;
}

function reloadWith(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage({ type: 'update' });
}
