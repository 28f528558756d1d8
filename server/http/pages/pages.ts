import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeTopic } from '#contract/topics.ts';
import type { Config } from '#server/config/config.ts';
import { handleError, methodNotAllowed, unsupportedMediaType } from '#server/http/errors/errors.ts';
import type { ChangeBus } from '#server/platform/change-bus.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import { sendBusyPage } from './busy-page.ts';
import { PageCache, type ServedPage } from './page-cache.ts';
import type { PageSource } from './page-source.ts';
import { type Page, pageRenderer } from './render-page.ts';
import { isQueueFull, RenderQueue } from './render-queue.ts';

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];
/** What the pages' own forms are sent as. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(;|$)/i;
const FORM_LIMIT_BYTES = 64 * 1024;
const YEAR_SECONDS = 31_536_000;

/** Every address that is not the API's: static files, then the React Router app, rendered here for a visitor. */
export async function pageRoutes(
  app: FastifyInstance,
  source: PageSource,
  { config, changes }: { config: Config; changes: Pick<ChangeBus, 'subscribe'> },
): Promise<void> {
  app.setErrorHandler(handleError);
  // React Router reads a form by itself; here it stays bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  if (source.clientDir) {
    await app.register(fastifyStatic, {
      root: source.clientDir,
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', '.vite/**'],
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header(
          'Cache-Control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
        );
      },
    });
  }

  const { render, canonicalUrl, insertStaleNotice } = pageRenderer(app, source, config);
  const cache = new PageCache({ changes, queue: new RenderQueue(), insertStaleNotice });
  // Apart from the pages: a form waits for what it does, such as hashing a password.
  const forms = new RenderQueue();
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    onRequest: async (request) => {
      if (!PAGE_METHODS.includes(request.method)) throw methodNotAllowed(request.method, PAGE_METHODS);
      if (request.method === 'POST' && !FORM_TYPE.test(request.headers['content-type'] ?? '')) {
        throw unsupportedMediaType(request);
      }
    },
    handler: async (request, reply) => {
      const url = toPageUrl(request.url, config.publicUrl);
      const client = getIpBlock(request.clientIp);
      try {
        if (request.method === 'POST') {
          const form = toFormRequest(request, url);
          const { promise } = forms.add(client, url.pathname, () =>
            render(form, { address: request.clientIp }),
          );
          return sendPage(await promise, request, reply);
        }
        // Nothing else of the request reaches a page: what is cached is the same for everybody.
        const canonical = await canonicalUrl(url);
        const renderPage = (topics?: Set<ChangeTopic>) =>
          render(new Request(config.publicUrl + canonical.url), { topics });
        if (config.isDevelopment) return sendPage(await renderPage(), request, reply);
        return sendCachedPage(await cache.get(canonical, client, renderPage), request, reply);
      } catch (error) {
        if (!isQueueFull(error)) throw error;
        request.log.info({ client }, 'too many pages wait for their rendering');
        return sendBusyPage(reply);
      }
    },
  });
}

/** The address of a page on this site, whatever host the request's target names. */
function toPageUrl(target: string, publicUrl: string): URL {
  return new URL(publicUrl + target.replace(/^(https?:\/\/[^/?#]*)?[/\\]*/i, '/'));
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(page.status).headers(page.headers);
  // An answer to a form may hold a sign-in.
  if (request.method === 'POST') reply.header('Cache-Control', 'no-store');
  return reply.send(page.body);
}

function sendCachedPage(served: ServedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { page } = served;
  if (served.kind === 'uncached') return sendPage(page, request, reply);
  reply.headers({ ...page.headers, Vary: 'Accept-Encoding' });
  if (served.kind === 'stale') {
    // RFC 9211; no other cache is to keep it, and no browser to take its own copy for a current one.
    reply.headers({
      'Cache-Control': 'no-store',
      'Cache-Status': 'tezi; fwd=stale; fwd-status=503',
      Age: String(served.ageSeconds),
    });
  } else {
    reply.header('ETag', served.page.etag);
    if (page.status === 200 && isNotModified(served.page.etag, request.headers['if-none-match']))
      return reply.code(304).send();
  }
  const encoding = (['br', 'gzip'] as const).find((known) =>
    acceptsEncoding(request.headers['accept-encoding'], known),
  );
  reply.code(page.status);
  return encoding
    ? reply.header('Content-Encoding', encoding).send(served.page.encoded[encoding])
    : reply.send(page.body);
}

/** Whether the browser has the page already (RFC 9110 §13.1.2: compared weakly). */
function isNotModified(etag: string, ifNoneMatch: string | undefined): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return known.includes('*') || known.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/.test(part)));
}

/** A form as the browser sent it, at the configured address. React Router refuses one whose Origin is another host's. */
function toFormRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = new Uint8Array((request.body as Buffer | undefined) ?? []);
  return new Request(url, { method: 'POST', headers, body });
}
