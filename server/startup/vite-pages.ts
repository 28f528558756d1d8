import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { PageSource } from '#server/http/pages.ts';

/** Pages from Vite, in this same process, with hot reload. Development only. */
export async function vitePages(): Promise<{
  source: PageSource;
  attach: (app: FastifyInstance) => void;
  close: () => Promise<void>;
}> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { port: 0 } }, appType: 'custom' });
  return {
    source: {
      load: () =>
        vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>,
      clientDir: null,
    },
    attach: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/')) return done();
        vite.middlewares(request.raw, reply.raw, (error: unknown) =>
          done(error instanceof Error ? error : undefined),
        );
      });
    },
    close: () => vite.close(),
  };
}
