import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import type { PageSource } from '#core/server/http/pages/page-source.ts';

export interface VitePages {
  source: PageSource;
  /** Registers Vite before the app's routes. Hot reload shares the app's port. */
  attach: (app: FastifyInstance) => Promise<void>;
  close: () => Promise<void>;
}

/** Creates a page source with hot reload: Vite in this process. For development only. */
export function createVitePages(): VitePages {
  let vite: ViteDevServer | undefined;
  return {
    source: {
      async load() {
        if (!vite) throw new Error('Vite is not attached to the app yet.');
        return (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
      },
      clientDir: null,
    },
    async attach(app) {
      const { createServer } = await import('vite');
      const server = await createServer({
        server: { middlewareMode: true, hmr: { server: app.server } },
        appType: 'custom',
      });
      vite = server;
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/')) return done();
        server.middlewares(request.raw, reply.raw, (error: unknown) =>
          done(error instanceof Error ? error : undefined),
        );
      });
    },
    close: async () => vite?.close(),
  };
}
