import { createContext, RouterContextProvider } from 'react-router';
import type { ChangeTopic } from '#contract/topics.ts';

/** What a page's loader needs while the server renders. */
export interface ServerSide {
  /** The API of this same process; the base of its addresses is ignored. */
  fetch: typeof fetch;
  /** The address under which people reach the product, without a slash at the end: for canonical and shared links. */
  publicUrl: string;
  /** How people get their mails: by a mail server, on the demo's mailbox page, or not at all. */
  mails: 'server' | 'mailbox' | 'none';
  contact: { email: string; phone: string };
  /** Whether sign-in with Google is offered; the demo has a stand-in. */
  google: 'on' | 'stand-in' | 'off';
  /** Whether subscriptions are sold; the demo sells them over a simulator that is this server's own. */
  billing: 'on' | 'simulator' | 'off';
  /** Records what the page depends on; `undefined` for unknown: the page then depends on everything. */
  dependsOn: (topics: readonly ChangeTopic[] | undefined) => void;
  /** Puts an unexpected error into the server's log. */
  reportError: (error: unknown) => void;
}

export const serverSide = createContext<ServerSide>();

/** Called by the server for every page request. */
export function createLoadContext(values: ServerSide): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverSide, values);
  return context;
}
