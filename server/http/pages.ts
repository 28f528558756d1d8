import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { Dependencies } from '#server/dependencies.ts';
import type { createLoadContext } from '#web/api/load-context.ts';
import { answerError, methodNotAllowed } from './errors.ts';
import { pagePolicy } from './security-headers.ts';

/** Where the pages come from: the build, or Vite while developing. */
export interface PageSource {
  load(): Promise<ServerBuild>;
  /** The folder of the built browser files; `null` when Vite serves them. */
  clientDir: string | null;
}

const CLIENT_DIR = fileURLToPath(new URL('../../build/client', import.meta.url));
const SERVER_BUILD = new URL('../../build/server/index.js', import.meta.url);

const PAGE_METHODS = ['GET', 'HEAD', 'POST'];
const FORM_LIMIT_BYTES = 64 * 1024;
const YEAR_SECONDS = 31_536_000;

export function builtPages(): PageSource {
  let build: Promise<ServerBuild> | undefined;
  return {
    load: () => (build ??= import(SERVER_BUILD.href) as Promise<ServerBuild>),
    clientDir: existsSync(CLIENT_DIR) ? CLIENT_DIR : null,
  };
}

/** Every address that is not the API's: static files, then the React Router app, rendered here for a visitor. */
export async function pageRoutes(
  app: FastifyInstance,
  source: PageSource,
  { config }: Dependencies,
): Promise<void> {
  app.setErrorHandler(answerError);
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
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header(
          'Cache-Control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
        );
      },
    });
  }

  const apiFetch = inMemoryFetch(app);
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    onRequest: async (request) => {
      if (!PAGE_METHODS.includes(request.method)) throw methodNotAllowed(request.method, PAGE_METHODS);
    },
    handler: async (request, reply) => {
      const build = await source.load();
      const entry = build.entry.module as unknown as { createLoadContext: typeof createLoadContext };
      const context = entry.createLoadContext({
        fetch: apiFetch,
        publicUrl: config.publicUrl,
        contact: config.contact,
      });
      const handler = createRequestHandler(build, config.isDevelopment ? 'development' : 'production');
      return sendPage(await handler(toWebRequest(request, config.publicUrl), context), reply, config);
    },
  });
}

/** `fetch` that calls this same server's API in memory: one door for the pages and the browsers. */
function inMemoryFetch(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const answer = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
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

/**
 * The address is the configured one, never what the Host header says. The header itself stays: React Router refuses a
 * form whose Origin is another host's.
 */
function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'host')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const hasBody = request.method === 'POST';
  return new Request(new URL(request.url.replace(/^\/+/, '/'), publicUrl), {
    method: request.method,
    headers,
    ...(hasBody ? { body: new Uint8Array((request.body as Buffer | undefined) ?? []) } : {}),
  });
}

async function sendPage(
  page: Response,
  reply: FastifyReply,
  config: Dependencies['config'],
): Promise<FastifyReply> {
  const mark = page.headers.get('X-Script-Mark');
  page.headers.delete('X-Script-Mark');
  reply.code(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  if (!page.headers.has('Cache-Control')) {
    // An answer to a form may hold a sign-in.
    reply.header('Cache-Control', reply.request.method === 'POST' ? 'no-store' : 'no-cache');
  }
  if (mark === null) return reply.send(page.body === null ? null : Buffer.from(await page.arrayBuffer()));

  const { html, hashes } = takeMarksOut(await page.text(), mark);
  reply.header('Content-Security-Policy', pagePolicy(hashes, { isDevelopment: config.isDevelopment }));
  return reply.send(html);
}

/** The page without the marks of its own scripts, and the SHA-256 of each inline script that carried one. */
export function takeMarksOut(marked: string, mark: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', script = ''] of marked.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isOwn = attributes.includes(attribute);
    if (isOwn && script !== '') hashes.add(createHash('sha256').update(script).digest('base64'));
  }
  return { html: marked.replaceAll(attribute, ''), hashes: [...hashes] };
}
