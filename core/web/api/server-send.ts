import { type ActionFunctionArgs, createContext, RouterContextProvider } from 'react-router';
import type { ServerSide } from '#core/contract/page-entry.ts';
import type { Send } from './call.ts';

export const serverContext = createContext<ServerSide>();

/** Creates the context of a page request. */
export function createLoadContext(values: ServerSide): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverContext, values);
  return context;
}

/** Returns a `Send` for the loader of a page. It calls the API in memory with the browser's user agent and cookies. */
export function createServerSend(context: Readonly<RouterContextProvider>, request: Request): Send {
  const { fetch: fetchInMemory, publicUrl, dependsOn } = context.get(serverContext);
  const forwardedHeaders = ['User-Agent', 'Cookie'].flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return (path, init, { topics }) => {
    // Before the call, because its response may not contain a change that is published while it runs.
    dependsOn(topics);
    return fetchInMemory(`${publicUrl}/api${path}`, {
      ...init,
      headers: { ...init.headers, ...Object.fromEntries(forwardedHeaders) },
    });
  };
}

/** Creates the `action` of a page whose form may be submitted before hydration. The page applies the outcome after hydration. */
export const createAction =
  <Outcome>(submit: (form: FormData, send: Send) => Promise<Outcome>) =>
  async ({ request, context }: ActionFunctionArgs) =>
    submit(await request.formData(), createServerSend(context, request));
