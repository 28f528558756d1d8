import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import type { PageEntry } from '#core/contract/page-entry.ts';
import { createQueryClient } from './api/query-client.ts';
import { createLoadContext, serverContext } from './api/server-send.ts';
import { getCanonicalUrl } from './document/canonical-url.ts';
import { NonceContext, RequestIdContext } from './document/request-context.ts';
import { Notice } from './ui/feedback/notice.tsx';
import { PakistanTime } from './ui/times/pakistan-time.tsx';

/** Used by the server to render pages. */
export const pageEntry: PageEntry = {
  getCanonicalUrl,
  createLoadContext,
  createRequestHandler,
  insertStaleNotice,
};

/** Logs errors of loaders and rendering, but not client errors such as 404. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(serverContext).reportError(error);
};

/**
 * Renders the whole page before responding. Pages are anonymous, small and cached whole, so streaming would gain nothing.
 *
 * The page's inline scripts carry a random nonce, which an injected script cannot guess. The server replaces the nonces by
 * the scripts' hashes in the Content-Security-Policy. It reads the nonce from `X-Script-Nonce` and removes that header.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64url');
  const queryClient = createQueryClient();
  const { requestId } = loadContext.get(serverContext);
  let renderFailed = false;
  await yieldToEventLoop();
  const html = await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <RequestIdContext value={requestId}>
          <QueryClientProvider client={queryClient}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </QueryClientProvider>
        </RequestIdContext>
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          const chunks: Buffer[] = [];
          pipe(
            new Writable({
              write(chunk: Buffer, _encoding, done) {
                chunks.push(chunk);
                done();
              },
              final(done) {
                resolve(Buffer.concat(chunks));
                done();
              },
            }),
          );
        },
        onShellError: reject,
        onError(error) {
          renderFailed = true;
          reject(error);
        },
      },
    );
  }).finally(() => queryClient.clear());
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('X-Script-Nonce', nonce);
  return new Response(html, { status: renderFailed ? 500 : status, headers });
}

const PLACEHOLDER = '<div data-stale-notice="true">';

/**
 * Adds a notice to a rendered page that it may be outdated, with the time at which it was rendered (RFC 3339). Returns
 * `null` if the text is not a page, but for example the data of loaders.
 */
function insertStaleNotice(html: string, renderedAt: string): string | null {
  const notice = renderToStaticMarkup(
    <Notice tone="warning" role="status" className="mb-6">
      Shown as of <PakistanTime at={renderedAt} />. Live data is currently unavailable.
    </Notice>,
  );
  const index = html.indexOf(PLACEHOLDER);
  if (index === -1) return null;
  const start = index + PLACEHOLDER.length;
  return html.slice(0, start) + notice + html.slice(start);
}
