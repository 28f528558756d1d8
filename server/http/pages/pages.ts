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
import { createPageRenderer, type Page } from './render-page.ts';
import { isQueueFull, RenderQueue } from './render-queue.ts';

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];
/** The content type of the pages' forms. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(;|$)/i;
const FORM_LIMIT_BYTES = 64 * 1024;
const YEAR_SECONDS = 31_536_000;

/** Serves all paths outside the API: static files and the React Router app, rendered for a visitor. */
export async function pageRoutes(
  app: FastifyInstance,
  source: PageSource,
  { config, changes }: { config: Config; changes: Pick<ChangeBus, 'subscribe'> },
): Promise<void> {
  app.setErrorHandler(handleError);
  // React Router parses forms, so the body remains a buffer here.
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

  const { render, getCanonicalUrl, insertStaleNotice } = createPageRenderer(app, source, config);
  const cache = new PageCache({ changes, queue: new RenderQueue(), insertStaleNotice });
  // A separate queue, because a form may take long, for example to hash a password.
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
            render(form, { clientIp: request.clientIp }),
          );
          return sendPage(await promise, request, reply);
        }
        // The URL is the only part of the request that the page depends on, so its cached copy is the same for all
        // visitors.
        const canonical = await getCanonicalUrl(url);
        const renderPage = (topics?: Set<ChangeTopic>) =>
          render(new Request(config.publicUrl + canonical.url), { topics });
        if (config.isDevelopment) return sendPage(await renderPage(), request, reply);
        return sendCachedPage(await cache.get(canonical, client, renderPage), request, reply);
      } catch (error) {
        if (!isQueueFull(error)) throw error;
        request.log.info({ client }, 'the render queue is full');
        return sendBusyPage(reply);
      }
    },
  });
}

/** Returns the URL of a page on this site, regardless of the host in the request target. */
function toPageUrl(target: string, publicUrl: string): URL {
  return new URL(publicUrl + target.replace(/^(https?:\/\/[^/?#]*)?[/\\]*/i, '/'));
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(page.status).headers(page.headers);
  // The response to a form may contain tokens.
  if (request.method === 'POST') reply.header('Cache-Control', 'no-store');
  return reply.send(page.body);
}

function sendCachedPage(served: ServedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { page } = served;
  if (served.kind === 'uncached') return sendPage(page, request, reply);
  reply.headers({ ...page.headers, Vary: 'Accept-Encoding' });
  if (served.kind === 'stale') {
    // `Cache-Status` is RFC 9211. No other cache may store the stale page, and no browser may revalidate it as fresh.
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
  const encoding = (['br', 'gzip'] as const).find((candidate) =>
    acceptsEncoding(request.headers['accept-encoding'], candidate),
  );
  reply.code(page.status);
  return encoding
    ? reply.header('Content-Encoding', encoding).send(served.page.encoded[encoding])
    : reply.send(page.body);
}

/** Returns true if the browser has the page (RFC 9110 §13.1.2: weak comparison). */
function isNotModified(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim());
  return tags.includes('*') || tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(\.0*)?$/.test(part)));
}

/**
 * Converts a form post to a `Request` with the public URL. React Router rejects forms with the Origin of another host.
 */
function toFormRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = new Uint8Array((request.body as Buffer | undefined) ?? []);
  return new Request(url, { method: 'POST', headers, body });
}
