import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { RequestHandler, ServerBuild } from 'react-router';
import { addDays, getStartOfDate, toKarachiDate } from '#core/contract/dates.ts';
import type { CanonicalUrl, DemoSite, PageEntry, SiteData } from '#core/contract/page-entry.ts';
import { CHANGE_TOPICS } from '#core/contract/topics.ts';
import type { Config } from '#core/server/config/config.ts';
import {
  getBankTransfer,
  getBillingMode,
  getEmailDelivery,
  getGoogleMode,
  listAlertChannels,
} from '#core/server/config/service-modes.ts';
import { REQUEST_ID_HEADER } from '#core/server/http/request-ids.ts';
import { getCacheControl } from '#core/server/http/response-cache/cache-control.ts';
import { limitToResponse } from '#core/server/http/response-cache/send-cached.ts';
import type { RenderedResponse, Validity } from '#core/server/http/response-cache/stored-response.ts';
import { buildPagePolicy, getPaymentSources } from '#core/server/http/security-headers/security-headers.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { PageSource } from './page-source.ts';

export interface PageRenderer {
  getCanonicalUrl(url: URL): Promise<CanonicalUrl>;
  /** Completes the validity. */
  render(request: Request, validity: Validity, source: RenderSource): Promise<RenderedResponse>;
  insertStaleNotice(html: string, renderedAt: Date): Promise<string | null>;
}

/** The request whose page is rendered. Others that wait for the same page share the rendering. */
export interface RenderSource {
  requestId: string;
  /** Logs an error that the page shows instead of its content, with the status of the page. */
  logFailure(error: unknown, status: number): void;
  /** The IP address of a form's sender, for rate limits. */
  clientIp?: string;
}

interface LoadedPages {
  build: ServerBuild;
  entry: PageEntry;
  handle: RequestHandler;
}

/**
 * Creates the renderer of the React Router app, whose pages call the API of this server in memory. A page takes 10 to 30 ms of
 * CPU time, without any wait that would let other requests run if the API's responses are cached: rendering yields to the
 * event loop after each of its steps.
 */
export function createPageRenderer(
  app: FastifyInstance,
  source: PageSource,
  config: Config,
  { clock, getDemo }: { clock: Clock; getDemo: () => DemoSite | null },
): PageRenderer {
  /** Creating a handler copies all routes. Only the development server loads more than one build. */
  const loaded = new WeakMap<ServerBuild, LoadedPages>();
  const load = async (): Promise<LoadedPages> => {
    const build = await source.load();
    const existing = loaded.get(build);
    if (existing) return existing;
    const { pageEntry: entry } = build.entry.module as typeof build.entry.module & { pageEntry: PageEntry };
    const handle = entry.createRequestHandler(build, config.isDevelopment ? 'development' : 'production');
    const pages = { build, entry, handle };
    loaded.set(build, pages);
    return pages;
  };

  async function render(
    request: Request,
    validity: Validity,
    { requestId, logFailure, clientIp }: RenderSource,
  ): Promise<RenderedResponse> {
    const { entry, handle } = await load();
    // Pages name today and start lists at it.
    validity.changesAt = Math.min(validity.changesAt, getNextMidnight(clock.now()).getTime());
    const errors: unknown[] = [];
    const context = entry.createLoadContext({
      fetch: createInMemoryFetch(app, validity, { requestId, clientIp }),
      dependsOn: (used = CHANGE_TOPICS) => {
        for (const topic of used) validity.topics.add(topic);
      },
      now: () => clock.now(),
      demo: getDemo(),
      publicUrl: config.publicUrl,
      contact: config.contact,
      emailDelivery: getEmailDelivery(config),
      google: getGoogleMode(config),
      billing: getShownBilling(config),
      trialDays: config.billing.registrationTrialDays,
      alertChannels: listAlertChannels(config),
      requestId,
      reportError: (error) => void errors.push(error),
    });
    let status = 500;
    let response: Response;
    try {
      response = await handle(request, context);
      ({ status } = response);
    } finally {
      for (const error of errors) logFailure(error, status);
    }
    await yieldToEventLoop();
    if (!response.headers.has('Cache-Control')) {
      response.headers.set('Cache-Control', getPageCacheControl(response.status, validity));
    }
    return finishPage(response, config, new URL(request.url).pathname);
  }

  return {
    render,
    getCanonicalUrl: async (url) => {
      const { build, entry } = await load();
      return entry.getCanonicalUrl(build.routes, url);
    },
    insertStaleNotice: async (html, renderedAt) =>
      (await load()).entry.insertStaleNotice(html, renderedAt.toISOString()),
  };
}

/** Returns the next midnight in Karachi. */
const getNextMidnight = (now: Date) => getStartOfDate(addDays(toKarachiDate(now), 1));

function getPageCacheControl(status: number, { topics }: Validity): string {
  if (status >= 500) return 'no-store';
  return status === 200 || status === 404 ? getCacheControl(topics, 'page') : 'no-cache';
}

async function finishPage(response: Response, config: Config, pathname: string): Promise<RenderedResponse> {
  const nonce = response.headers.get('X-Script-Nonce');
  response.headers.delete('X-Script-Nonce');
  const headers = Object.fromEntries(response.headers);
  if (nonce === null) {
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  }
  const rendered = await response.text();
  const { html, hashes } = stripNonces(config.isDevelopment ? rendered : deferScripts(rendered), nonce);
  const policy = buildPagePolicy(hashes, {
    isDevelopment: config.isDevelopment,
    payments: getPaymentSources(config, pathname),
  });
  return {
    status: response.status,
    headers: { ...headers, 'content-security-policy': policy },
    body: Buffer.from(html),
  };
}

/** Removes the nonces from a page and returns the SHA-256 hashes of the inline scripts that had one. */
export function stripNonces(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of rendered.matchAll(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
  )) {
    const isOwn = attributes.includes(attribute);
    if (isOwn && script !== '') hashes.add(createHash('sha256').update(script).digest('base64'));
  }
  return { html: rendered.replaceAll(attribute, ''), hashes: [...hashes] };
}

/** Creates a `fetch` that calls this server's API in memory, so that pages and browsers use the same API. */
function createInMemoryFetch(
  app: FastifyInstance,
  validity: Validity,
  { requestId, clientIp }: { requestId: string; clientIp: string | undefined },
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const response = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: { ...Object.fromEntries(request.headers), [REQUEST_ID_HEADER]: requestId },
      ...(clientIp ? { remoteAddress: clientIp } : {}),
      ...(body ? { payload: body } : {}),
    });
    limitToResponse(validity, response.raw.res);
    await yieldToEventLoop();
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    });
  };
}

/**
 * Defers a page's scripts until its first paint. The page is complete without them, and they would compete with it for
 * bandwidth and CPU. The framework's preload links get their `rel` after the paint, and the static imports of its start-up
 * script become dynamic imports after the paint.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${DEFERRED_REL}"`)
    .replace(
      STARTUP_SCRIPT,
      (_, opening: string, code: string) =>
        `${opening}${WAIT_FOR_PAINT}\n${code.replace(STATIC_IMPORT, toDynamicImport)}</script>`,
    );
}

const DEFERRED_REL = 'modulepreload-later';
const STARTUP_SCRIPT = /(<script\b[^>]*\btype="module"[^>]*>)([\s\S]*?)<\/script>/;
const STATIC_IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm;

const toDynamicImport = (_: string, name: string | undefined, from: string) =>
  name ? `const ${name} = await import(${from});` : `await import(${from});`;

/** A hidden page draws no frames, so its scripts do not wait for one. */
const WAIT_FOR_PAINT = `await new Promise((go) => document.hidden ? go() : requestAnimationFrame(() => setTimeout(go)));
for (const link of document.querySelectorAll('link[rel="${DEFERRED_REL}"]')) link.rel = 'modulepreload';`;

/** Returns how plans are sold. Without plans nothing is offered with Paddle, although the account could take payments. */
function getShownBilling(config: Config): SiteData['billing'] {
  const mode = getBillingMode(config);
  if (mode !== 'off' && (mode !== 'on' || config.billing.plans.length > 0)) return mode;
  return getBankTransfer(config) ? 'transfers' : 'off';
}
