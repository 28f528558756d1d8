import type { FastifyPluginAsync } from 'fastify';
import type { SimulatorClient } from './provider.ts';

/**
 * Serves the demo's Google simulator: an OpenID provider without passwords, where a visitor can sign in as
 * anyone. It runs on the server's own port under the path of its issuer, and starts with the first request.
 */
export function googleSimulator(client: SimulatorClient): FastifyPluginAsync {
  return async (app) => {
    // The provider parses request bodies itself.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));

    let handler: ReturnType<typeof startProvider> | undefined;
    const startProvider = async () => {
      const { createProvider } = await import('./provider.ts');
      const created = await createProvider(client);
      created.on('server_error', (_context, error) =>
        app.log.error({ err: error }, 'Google simulator failed'),
      );
      return created.callback();
    };

    app.all('/*', { schema: { hide: true } }, async ({ raw }, reply) => {
      handler ??= startProvider();
      const respond = await handler;
      // The provider sends the whole response: with our headers, the popup would lose its opener.
      reply.hijack();
      const url = raw.url ?? '/';
      // The provider derives its mount path from the two URLs.
      await respond(
        Object.assign(raw, { originalUrl: url, url: url.slice(app.prefix.length) || '/' }),
        reply.raw,
      );
    });
  };
}
