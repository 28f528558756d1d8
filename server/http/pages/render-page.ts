import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CanonicalUrl, PageEntry } from '#contract/page-entry.ts';
import { CHANGE_TOPICS, type ChangeTopic } from '#contract/topics.ts';
import type { Config } from '#server/config/config.ts';
import { getBillingMode, getGoogleMode, getEmailDelivery } from '#server/config/features.ts';
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
  canonicalUrl(url: URL): Promise<CanonicalUrl>;
  render(request: Request, options?: RenderOptions): Promise<Page>;
  insertStaleNotice(html: string, renderedAt: Date): Promise<string | null>;
}

interface RenderOptions {
  /** Filled with the topics that the page depends on, each before anything of it is read. */
  topics?: Set<ChangeTopic>;
  /** The IP address that a form was sent from, for rate limits. */
  address?: string;
}

/** Renders the pages of the React Router app, which call the API of this same server in memory. */
export function pageRenderer(app: FastifyInstance, source: PageSource, config: Config): PageRenderer {
  const load = async () => {
    const build = await source.load();
    return { build, entry: (build.entry.module as unknown as { pageEntry: PageEntry }).pageEntry };
  };

  async function render(request: Request, { topics, address }: RenderOptions = {}): Promise<Page> {
    const { build, entry } = await load();
    const context = entry.createLoadContext({
      fetch: inMemoryFetch(app, address),
      dependsOn: (used = CHANGE_TOPICS) => {
        for (const topic of used) topics?.add(topic);
      },
      publicUrl: config.publicUrl,
      contact: config.contact,
      mails: getEmailDelivery(config),
      google: getGoogleMode(config),
      billing: getBillingMode(config),
      reportError: (error) => app.log.error({ err: error }, 'a page failed'),
    });
    const handler = entry.createRequestHandler(build, config.isDevelopment ? 'development' : 'production');
    return finishPage(await handler(request, context), config, new URL(request.url).pathname);
  }

  return {
    render,
    canonicalUrl: async (url) => {
      const { build, entry } = await load();
      return entry.canonicalUrl(build.routes, url);
    },
    insertStaleNotice: async (html, renderedAt) =>
      (await load()).entry.insertStaleNotice(html, renderedAt.toISOString()),
  };
}

async function finishPage(answer: Response, config: Config, pathname: string): Promise<Page> {
  const mark = answer.headers.get('X-Script-Mark');
  answer.headers.delete('X-Script-Mark');
  const headers = {
    'cache-control': answer.status >= 500 ? 'no-store' : 'no-cache',
    ...Object.fromEntries(answer.headers),
  };
  if (mark === null) {
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  }
  const marked = await answer.text();
  const { html, hashes } = stripNonces(config.isDevelopment ? marked : deferScripts(marked), mark);
  const policy = buildPagePolicy(hashes, {
    isDevelopment: config.isDevelopment,
    payments: getPaymentSources(config, pathname),
  });
  return {
    status: answer.status,
    headers: { ...headers, 'content-security-policy': policy },
    body: Buffer.from(html),
  };
}

/** The page without the marks of its own scripts, and the SHA-256 of each inline script that carried one. */
export function stripNonces(marked: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of marked.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isOwn = attributes.includes(attribute);
    if (isOwn && script !== '') hashes.add(createHash('sha256').update(script).digest('base64'));
  }
  return { html: marked.replaceAll(attribute, ''), hashes: [...hashes] };
}

/** `fetch` that calls this same server's API in memory, from that address: one door for the pages and the browsers. */
function inMemoryFetch(app: FastifyInstance, address: string | undefined): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const answer = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      ...(address ? { remoteAddress: address } : {}),
      ...(body ? { payload: body } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    });
  };
}
