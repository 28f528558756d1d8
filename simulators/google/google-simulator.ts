import type { FastifyPluginAsync } from 'fastify';
import type { StandInClient } from './simulator-client.ts';

/**
 * The demo's stand-in for Google: a real OpenID provider that anybody can be anybody at. It is mounted on the server's own
 * port under the path of its issuer, and made when it is first asked for.
 */
export function googleSimulator(client: StandInClient): FastifyPluginAsync {
  return async (app) => {
    // The provider reads bodies by itself.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));

    let provider: ReturnType<typeof makeProvider> | undefined;
    const makeProvider = async () => {
      const { createProvider } = await import('./provider.ts');
      const made = await createProvider(client);
      made.on('server_error', (_context, error) =>
        app.log.error({ err: error }, 'the stand-in for Google failed'),
      );
      return made.callback();
    };

    app.all('/*', { schema: { hide: true } }, async ({ raw }, reply) => {
      provider ??= makeProvider();
      const answer = await provider;
      // From here on the answer is the provider's alone: a popup that gets our headers would lose its opener.
      reply.hijack();
      const url = raw.url ?? '/';
      // The provider tells from the two where it is mounted.
      await answer(
        Object.assign(raw, { originalUrl: url, url: url.slice(app.prefix.length) || '/' }),
        reply.raw,
      );
    });
  };
}
