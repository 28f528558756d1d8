import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentType,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MetaArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { readMarketStatus } from '#core/contract/market-status.ts';
import type { RootData, SiteData } from '#core/contract/page-entry.ts';
import { callEndpoint } from './api/call.ts';
import { createServerSend, serverContext } from './api/server-send.ts';
import { createPageMeta } from './document/page-meta.ts';
import { NonceContext } from './document/request-context.ts';
import { ErrorPage, getErrorTitle } from './frame/error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { applyTheme, THEME_COLORS, THEME_KEY } from './frame/theme.tsx';
import { STORAGE_KEYS, setViewerAttribute, useSession } from './session/session.ts';
import { isToasterRequested, TOASTER_REQUESTED } from './ui/feedback/notify.ts';

export async function loader({ context, request }: LoaderFunctionArgs): Promise<RootData> {
  const { publicUrl, contact, google, billing, trialDays, alertChannels, demo, dependsOn } =
    context.get(serverContext);
  if (demo !== null) dependsOn(['clock']);
  const market = await callEndpoint(readMarketStatus, {}, createServerSend(context, request)).catch(
    () => null,
  );
  return { publicUrl, contact, google, billing, trialDays, alertChannels, demo, market };
}

export const shouldRevalidate = () => false;

/** Sets the titles of error pages. */
export function meta(args: MetaArgs) {
  const title = getErrorTitle(args.error);
  return args.error
    ? createPageMeta({ title, description: 'This page could not be displayed.', noindex: true })(args)
    : [];
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const root = useRouteLoaderData<SiteData>('root');
  useDocumentAttributes();
  return (
    <html
      lang="en"
      data-billing={root?.billing}
      data-clock-offset={root?.demo?.clockOffsetMs}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this project
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={THEME_COLORS.light}
          suppressHydrationWarning
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={THEME_COLORS.dark}
          suppressHydrationWarning
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* Only in the response: React leaves what it does not know in the head. */}
        {import.meta.env.SSR && <link rel="manifest" href="/app.webmanifest" />}
        <Meta />
        <Styles />
        <Links />
      </head>
      <body>
        <Frame>{children}</Frame>
        <Toaster />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <StaleNotice />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}

/**
 * The stylesheet, inlined so that the first paint needs no second request. In the browser it is read from the document,
 * because React renders the document again after an error.
 */
const css: string = import.meta.env.SSR
  ? (await import('./app.css?inline')).default
  : (document.querySelector('style[data-styles]')?.textContent ?? '');

// In development Vite adds the stylesheet again and updates it.
if (import.meta.env.DEV && !import.meta.env.SSR) await import('./app.css');

function Styles() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
  return <style data-styles suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}

/**
 * An inline script in the head that copies the theme and the kind of user from the browser's storage to `<html>` before the
 * first paint, because the server renders the same page for everyone. It must agree with `useSession`. It also stores the browser's prompt to
 * install the app for the alert settings; visitors have what the browser itself shows.
 */
const themeScript = `(function () {
  var attributes = document.documentElement.dataset;
  attributes.viewer = 'visitor';
  try {
    var theme = localStorage.getItem('${THEME_KEY}');
    if (theme === 'light' || theme === 'dark') attributes.theme = theme;
    var user = localStorage.getItem('${STORAGE_KEYS.access}') && JSON.parse(localStorage.getItem('${STORAGE_KEYS.user}'));
    if (user && typeof user.email === 'string' && typeof user.name === 'string') {
      attributes.viewer = user.isAdmin ? 'admin' : 'customer';
    }
  } catch (error) {}
  addEventListener('beforeinstallprompt', function (event) {
    if (attributes.viewer !== 'customer') return;
    event.preventDefault();
    window.installPrompt = event;
  });
})()`;

/**
 * Restores `data-theme` and `data-viewer` on `<html>`, which the inline script set and which are lost when React renders the
 * document again for an error page. Sets `data-hydrated` once the page is interactive.
 */
function useDocumentAttributes(): void {
  const user = useSession();
  useLayoutEffect(applyTheme, []);
  useLayoutEffect(() => {
    if (user !== undefined) setViewerAttribute();
  }, [user]);
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
}

/**
 * The placeholder for the notice on a page that the server sent from its cache because rendering failed. The server inserts
 * the notice with `insertStaleNotice`, so it needs no scripts. It disappears once all queries of the page have live data.
 */
function StaleNotice() {
  const placeholder = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const [renderedPath] = useState(pathname);
  const [isShown, setShown] = useState(true);
  const queries = useQueryClient();
  useEffect(() => {
    if (!placeholder.current?.hasChildNodes()) return;
    void queries.invalidateQueries();
    const cache = queries.getQueryCache();
    return cache.subscribe(() => {
      // Queries may wait until the session is loaded; until then none is active.
      const active = cache.findAll({ type: 'active' });
      const isLive = active.every(({ state }) => state.status === 'success' && !state.isInvalidated);
      if (active.length > 0 && isLive) setShown(false);
    });
  }, [queries]);
  if (!isShown) return null;
  return (
    <div
      ref={placeholder}
      data-stale-notice
      // Other pages load their own data.
      hidden={pathname !== renderedPath}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty string keeps what the server inserted
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}

/**
 * The region "Notifications", reached by Alt+T. To keep the page small, the toast library is loaded on the first press or
 * key, or with the first toast. Until then the region is empty.
 */
function Toaster() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      try {
        const { default: SonnerToaster } = await import('./ui/feedback/sonner-toaster.tsx');
        setLoaded(() => SonnerToaster);
        controller.abort();
      } catch {
        // Offline or after a new release the code may fail to load. The next toast tries again.
      }
    };
    window.addEventListener('pointerdown', load, { signal, once: true });
    window.addEventListener('keydown', load, { signal, once: true });
    window.addEventListener(TOASTER_REQUESTED, load, { signal });
    if (isToasterRequested()) void load();
    return () => controller.abort();
  }, []);
  return Loaded ? <Loaded /> : <section aria-label="Notifications alt+T" aria-live="polite" />;
}
