import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { MarketStatus } from './market-status.ts';
import type { ChangeTopic } from './topics.ts';

/** The interface that the built pages (`core/web/entry.server.tsx`) offer to the server, which renders them. */
export interface PageEntry {
  getCanonicalUrl(routes: ServerBuild['routes'], url: URL): CanonicalUrl;
  createLoadContext(values: ServerSide): RouterContextProvider;
  /** Exported by the pages' bundle, so that the server and the pages use the same copy of React Router. */
  createRequestHandler: typeof createRequestHandler;
  /** Returns the page with a notice that it was rendered at `renderedAt` (RFC 3339), or `null` if it is not HTML. */
  insertStaleNotice(html: string, renderedAt: string): string | null;
}

/** The URL that the server renders a page from, which is also its cache key. */
export interface CanonicalUrl {
  /** Path and query. */
  url: string;
  /** True if the URL contains no free text, so that requests cannot create an unlimited number of such URLs. */
  isEnumerable: boolean;
  /** The pattern of the page's path, for example `/signals/:id`; `/*` for all paths without a page. */
  route: string;
}

/** The values that loaders use while the server renders a page. */
export interface ServerSide extends SiteData {
  /** Calls this server's own API in memory. The origin of the URL is ignored. */
  fetch: typeof fetch;
  /** The current time; in a demo its clock may have been advanced. */
  now: () => Date;
  /** How emails are delivered: by an email server, to the demo's mailbox page, or not at all. */
  emailDelivery: 'server' | 'mailbox' | 'none';
  /** Records the topics that the page depends on; `undefined` means all of them. */
  dependsOn: (topics: readonly ChangeTopic[] | undefined) => void;
  /** Identifies the request for the page, in the log and for users who report an error. */
  requestId: string;
  /** Writes an unexpected error to the server's log. */
  reportError: (error: unknown) => void;
}

/** Data that every page gets. It does not change while a tab is open. */
export interface SiteData {
  /** The public base URL of the site without a trailing slash, for canonical and shared links. */
  publicUrl: string;
  contact: { email: string; phone: string };
  /** Sign-in with Google; the demo uses a simulator. */
  google: 'on' | 'simulator' | 'off';
  /** The sale of subscriptions; the demo uses a simulator on this server. */
  billing: 'on' | 'simulator' | 'transfers' | 'off';
  /** The days for which registration gives premium access. */
  trialDays: number;
  /** How customers can receive alerts, besides their inbox on the site. */
  alertChannels: readonly string[];
  /** The demo; `null` in production. */
  demo: DemoSite | null;
}

/** The data of the root route: `SiteData`, and what every page shows. */
export interface RootData extends SiteData {
  /** As of the rendering; `null` while the database is unavailable. */
  market: MarketStatus | null;
}

export interface DemoSite {
  /** How far the demo's clock is ahead of real time. Responses of the API report a later change in a header. */
  clockOffsetMs: number;
  /** The demo's accounts exist, and their passwords are public. */
  hasAccounts: boolean;
}
