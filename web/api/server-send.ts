import type { RouterContextProvider } from 'react-router';
import type { Send } from './call.ts';
import { serverContext } from './server-context.ts';

/** Sends a page's own calls while the server renders it: in memory, in the name of the browser that asked. */
export function createServerSend(context: Readonly<RouterContextProvider>, request: Request): Send {
  const { fetch: fetchInMemory, publicUrl, dependsOn } = context.get(serverContext);
  const browser = ['User-Agent', 'Cookie'].flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return (path, init, { topics }) => {
    // Before the call: a change that is announced while it is under way may be missing from its response.
    dependsOn(topics);
    return fetchInMemory(`${publicUrl}/api${path}`, {
      ...init,
      headers: { ...init.headers, ...Object.fromEntries(browser) },
    });
  };
}
