import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CanonicalUrl, PageEntry } from '#contract/page-entry.ts';
import { CHANGE_TOPICS, type ChangeTopic } from '#contract/topics.ts';
import type { Config } from '#server/config/config.ts';
import { getBillingMode, getEmailDelivery, getGoogleMode } from '#server/config/features.ts';
import { getPaymentSources } from '#server/http/payment-sources.ts';
import { buildPagePolicy } from '#server/http/security-headers.ts';
import { deferScripts } from './deferred-scripts.ts';
import type { PageSource } from './page-source.ts';

export interface Page {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface PageRenderer {
  getCanonicalUrl(url: URL): Promise<CanonicalUrl>;
  render(request: Request, options?: RenderOptions): Promise<Page>;
  insertStaleNotice(html: string, renderedAt: Date): Promise<string | null>;
}

interface RenderOptions {
  /** Receives the topics that the page depends on, each before its data are read. */
  topics?: Set<ChangeTopic>;
  /** The IP address of a form's sender, for rate limits. */
  clientIp?: string;
}

/** Creates the renderer of the React Router app, whose pages call the API of this server in memory. */
export function createPageRenderer(app: FastifyInstance, source: PageSource, config: Config): PageRenderer {
  const load = async () => {
    const build = await source.load();
    return { build, entry: (build.entry.module as unknown as { pageEntry: PageEntry }).pageEntry };
  };

  async function render(request: Request, { topics, clientIp }: RenderOptions = {}): Promise<Page> {
    const { build, entry } = await load();
    const context = entry.createLoadContext({
      fetch: createInMemoryFetch(app, clientIp),
      dependsOn: (used = CHANGE_TOPICS) => {
        for (const topic of used) topics?.add(topic);
      },
      publicUrl: config.publicUrl,
      contact: config.contact,
      emailDelivery: getEmailDelivery(config),
      google: getGoogleMode(config),
      billing: getBillingMode(config),
      reportError: (error) => app.log.error({ err: error }, 'rendering a page failed'),
    });
    const handler = entry.createRequestHandler(build, config.isDevelopment ? 'development' : 'production');
    return finishPage(await handler(request, context), config, new URL(request.url).pathname);
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

async function finishPage(response: Response, config: Config, pathname: string): Promise<Page> {
  const nonce = response.headers.get('X-Script-Nonce');
  response.headers.delete('X-Script-Nonce');
  const headers = {
    'cache-control': response.status >= 500 ? 'no-store' : 'no-cache',
    ...Object.fromEntries(response.headers),
  };
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
function createInMemoryFetch(app: FastifyInstance, clientIp: string | undefined): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const response = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      ...(clientIp ? { remoteAddress: clientIp } : {}),
      ...(body ? { payload: body } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
    const isEmpty = response.statusCode === 204 || response.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    });
  };
}
