import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { CanonicalUrl, DemoSite } from '#core/contract/page-entry.ts';
import type { Config } from '#core/server/config/config.ts';
import {
  handleError,
  methodNotAllowed,
  toErrorResponse,
  unsupportedMediaType,
} from '#core/server/http/errors/errors.ts';
import { escapeXml } from '#core/server/http/escape-xml.ts';
import { describeRequest } from '#core/server/http/request-log.ts';
import type { Resource } from '#core/server/http/response-cache/response-cache.ts';
import { type Caching, sendCached, sendUncached } from '#core/server/http/response-cache/send-cached.ts';
import { createValidity, type Validity } from '#core/server/http/response-cache/stored-response.ts';
import { renderStaticPage, STATIC_PAGE_HEADERS } from '#core/server/http/static-page.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { getClientNetwork } from '#core/server/platform/rate-limits/ip-block.ts';
import type { PageSource } from './page-source.ts';
import { createPageRenderer, type RenderSource } from './render-page.ts';
import { isQueueFull, RenderQueue } from './render-queue.ts';
import { ASSET_CACHE_CONTROL } from './stored-assets.ts';

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];
/** The content type of the pages' forms. */
const FORM_TYPE = /^application\/x-www-form-urlencoded(;|$)/i;
const FORM_LIMIT_BYTES = 64 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The requested page. All pages have the same route in the framework. */
    page?: { url: URL; canonical: CanonicalUrl };
  }
}

interface PageDependencies {
  config: Config;
  clock: Clock;
  caching: Caching;
  getDemo: () => DemoSite | null;
}

/** Serves all paths outside the API: static files and the React Router app, rendered for a visitor. */
export async function pageRoutes(
  app: FastifyInstance,
  source: PageSource,
  { config, clock, caching, getDemo }: PageDependencies,
): Promise<void> {
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
        // The path of the file that is sent, which may be compressed.
        if (/\/sw\.js(\.br|\.gz)?$/.test(path)) {
          reply.header('Cache-Control', 'no-cache');
          // The policy of a service worker is that of its script, and the default one would forbid its requests.
          reply.header('Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'");
          return;
        }
        const isHashed = path.includes('/assets/');
        reply.header('Cache-Control', isHashed ? ASSET_CACHE_CONTROL : 'public, max-age=3600');
      },
    });
  }

  const { render, getCanonicalUrl, insertStaleNotice } = createPageRenderer(app, source, config, {
    clock,
    getDemo,
  });
  app.decorateRequest('page');
  const findPage = async (request: FastifyRequest) => {
    const url = toPageUrl(request.url, config.publicUrl);
    request.page ??= { url, canonical: await getCanonicalUrl(url) };
    return request.page;
  };
  app.setErrorHandler(async (error, request, reply) => {
    // So that the log names the page. It may be the search for the page that has failed.
    await findPage(request).catch(() => {});
    return handleError(error, request, reply);
  });
  const queue = new RenderQueue();
  // A separate queue, because a form may take long, for example to hash a password.
  const forms = new RenderQueue();
  const route: Omit<RouteOptions, 'method'> = {
    url: '/*',
    onRequest: async (request, reply) => {
      // Nothing is awaited for an accepted request: it could be aborted unnoticed before its body is read.
      if (!PAGE_METHODS.includes(request.method)) throw methodNotAllowed(request.method, PAGE_METHODS);
      if (request.method !== 'POST') return;
      if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) throw unsupportedMediaType(request);
      if (isSentFromSite(request, config)) return;
      const { pathname } = (await findPage(request)).url;
      // The script of a page does not show HTML.
      if (pathname.endsWith('.data')) throw sentFromElsewhere(config);
      return sendRejectedForm(sentFromElsewhere(config), request, reply, config.publicUrl + pathname);
    },
    handler: async (request, reply) => {
      const { url, canonical } = await findPage(request);
      const source = createRenderSource(request, reply);
      const client = getClientNetwork(request.clientIp);
      try {
        if (request.method === 'POST') {
          const form = toFormRequest(request, url);
          const { promise } = forms.add(client, url.pathname, () =>
            render(form, createValidity(), { ...source, clientIp: request.clientIp }),
          );
          const page = await promise;
          // The response to a form may contain tokens.
          return sendUncached({ ...page, headers: { ...page.headers, 'cache-control': 'no-store' } }, reply);
        }
        // The URL is the only part of the request that the page depends on, so its cached copy is the same for all
        // visitors.
        const renderPage = (validity: Validity) =>
          render(new Request(config.publicUrl + canonical.url), validity, source);
        if (config.isDevelopment) return sendUncached(await renderPage(createValidity()), reply);
        const resource: Resource = {
          key: canonical.url,
          isEnumerable: canonical.isEnumerable,
          render: renderPage,
          insertStaleNotice,
        };
        if (!canonical.isEnumerable) {
          const page = getPagePath(canonical);
          resource.turn = { client, add: (work) => queue.add(client, page, work) };
        }
        return await sendCached(caching, resource, request, reply);
      } catch (error) {
        if (!isQueueFull(error)) throw error;
        sendBusyPage(reply);
        request.log.info(
          { ...describeRequest(request, reply, reply.statusCode), client },
          'request rejected',
        );
        return reply;
      }
    },
  };
  // Stored pages are already compressed as the client accepts it.
  app.route({ ...route, method: 'GET', compress: false });
  app.route({ ...route, method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] });
}

const createRenderSource = (request: FastifyRequest, reply: FastifyReply): RenderSource => ({
  requestId: request.id,
  logFailure: (error, status) =>
    request.log.error({ ...describeRequest(request, reply, status), err: error }, 'rendering a page failed'),
});

/** Returns the URL of a page on this site, regardless of the host in the request target. */
function toPageUrl(target: string, publicUrl: string): URL {
  return new URL(publicUrl + target.replace(/^(https?:\/\/[^/?#]*)?[/\\]*/i, '/'));
}

/** Returns the path of a page, also for requests for its data. */
const getPagePath = ({ url }: CanonicalUrl) => url.replace(/\?.*$/, '').replace(/\.data$/, '');

/**
 * Returns false for a form that a page of another site sent. React Router would reject it too, but as an unexpected error. A
 * missing header is accepted, because older browsers do not send it. A demo may be opened at a URL other than its public one.
 */
function isSentFromSite({ headers }: FastifyRequest, { mode, publicUrl }: Config): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site') return false;
  return origin === undefined || origin === publicUrl || (mode === 'demo' && origin === `http://${host}`);
}

const sentFromElsewhere = ({ publicUrl }: Config) =>
  new HttpError({
    status: 403,
    code: 'csrf_failed',
    body: { detail: `This form was sent from another site. Open it on ${publicUrl} and send it again.` },
  });

/** Converts a form post, whose origin is verified, to a `Request` with the public URL. */
function toFormRequest(request: FastifyRequest, url: URL): Request {
  const { origin: _, ...verified } = request.headers;
  const headers = new Headers();
  for (const [name, value] of Object.entries(verified)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = new Uint8Array((request.body as Buffer | undefined) ?? []);
  return new Request(url, { method: 'POST', headers, body });
}

const RETRY_AFTER_SECONDS = 2;

interface StaticPage {
  title: string;
  heading: string;
  text: string;
  link: { url: string; text: string };
}

const toHtml = ({ title, heading, text, link }: StaticPage) =>
  renderStaticPage(
    heading,
    `<p>${escapeXml(text)}</p>\n<p><a href="${escapeXml(link.url)}">${link.text}</a></p>`,
    title,
  );

const BUSY_PAGE = toHtml({
  title: 'Busy',
  heading: 'Tezi is busy',
  text: 'Too many pages are being requested at the moment. Please try again in a few seconds.',
  link: { url: '', text: 'Try again' },
});

function sendBusyPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'Retry-After': String(RETRY_AFTER_SECONDS), ...STATIC_PAGE_HEADERS })
    .send(BUSY_PAGE);
}

/** Responds to a form that was sent from another site with a page that links to the form at `formUrl`. Logs the rejection. */
function sendRejectedForm(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  formUrl: string,
): FastifyReply {
  const { status } = toErrorResponse(error, request, reply);
  const page = toHtml({
    title: 'Form not accepted',
    heading: 'This form was not accepted',
    text: 'It was sent from another site, so nothing was changed. Open it on Tezi and send it again.',
    link: { url: formUrl, text: 'Open the form on Tezi' },
  });
  return reply.code(status).headers(STATIC_PAGE_HEADERS).send(page);
}
