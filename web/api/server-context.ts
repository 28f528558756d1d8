import { createContext, RouterContextProvider } from 'react-router';
import type { ServerSide } from '#contract/page-entry.ts';

export const serverContext = createContext<ServerSide>();

/** Creates the context of a page request. */
export function createLoadContext(values: ServerSide): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverContext, values);
  return context;
}
