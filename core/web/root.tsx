import { type ReactNode, useContext, useEffect, useLayoutEffect } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MetaArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { readMarketStatus } from '#core/contract/market-status.ts';
import type { RootData, SiteData } from '#core/contract/page-entry.ts';
import { callEndpoint } from './api/call.ts';
import { createServerSend, serverContext } from './api/server-send.ts';
import { createPageMeta } from './document/page-meta.ts';
import { NonceContext } from './document/request-context.ts';
import { StaleNotice } from './document/stale-notice.tsx';
import { ErrorPage, getErrorTitle } from './frame/error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { applyTheme, THEME_COLORS, THEME_KEY } from './frame/theme.tsx';
import { STORAGE_KEYS, setViewerAttribute, useSession } from './session/session.ts';
import { Toaster } from './ui/feedback/toaster.tsx';

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
