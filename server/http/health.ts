import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { isMigrated } from '#server/platform/migrate.ts';

/** `/healthz`: the process is alive. `/readyz`: it can serve, that is, the database answers and has this version's tables. */
export function healthRoutes(app: FastifyInstance, { database }: Dependencies): void {
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      if (await isMigrated(database)) return { status: 'ready', database: 'ok', migrations: 'applied' };
      return reply.code(503).send({ status: 'not ready', database: 'ok', migrations: 'pending' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'not ready', database: 'unreachable', migrations: 'unknown' });
    }
  });
}
