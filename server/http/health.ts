import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Drain } from '#server/http/connections/drain.ts';
import { SECOND } from '#server/platform/clock.ts';
import { getUnavailableReason, withDeadline } from '#server/platform/database/unavailable.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { isMigrated } from '#server/platform/migrations/migrate.ts';

interface Readiness {
  status: 'ready' | 'not ready';
  database: 'ok' | 'unreachable' | 'misconfigured';
  migrations: 'applied' | 'pending' | 'unknown';
}

const RESPONSE_TIMEOUT_MS = 2 * SECOND;

const UNREACHABLE: Readiness = { status: 'not ready', database: 'unreachable', migrations: 'unknown' };

// * `/healthz`: the process is alive. `/readyz`: it can serve requests: the database responds and has this version's
// tables, and the server is not stopping. Checks run one at a time on a dedicated connection; concurrent requests share the
// running check.
export function healthRoutes(
  app: FastifyInstance,
  { database, logger }: { database: Database; logger: Logger },
  drain: Pick<Drain, 'isDraining'>,
): void {
  let running: Promise<Readiness> | undefined;

  const check = () => {
    running ??= checkReadiness(database)
      .catch((error) => {
        logger.warn({ err: error }, 'not ready');
        return UNREACHABLE;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (drain.isDraining) {
      return reply.header('Cache-Control', 'no-store').code(503).send({ status: 'stopping' });
    }
    const readiness = await withDeadline(check(), RESPONSE_TIMEOUT_MS).catch(() => UNREACHABLE);
    return reply
      .header('Cache-Control', 'no-store')
      .code(readiness.status === 'ready' ? 200 : 503)
      .send(readiness);
  });
}

async function checkReadiness(database: Database): Promise<Readiness> {
  if (!(await isMigrated(database))) return { status: 'not ready', database: 'ok', migrations: 'pending' };
  if (!(await canReadTables(database))) {
    return { status: 'not ready', database: 'misconfigured', migrations: 'applied' };
  }
  return { status: 'ready', database: 'ok', migrations: 'applied' };
}

/** Returns false if the product's tables cannot be read, or if unqualified names resolve to other tables. */
async function canReadTables({ probe }: Database): Promise<boolean> {
  const { rows } = await probe.query("select to_regclass('users') = to_regclass('public.users') as found");
  if (!rows[0].found) return false;
  try {
    await probe.query('select 1 from public.users limit 1');
    return true;
  } catch (error) {
    const reason = getUnavailableReason(error);
    // One locked table does not take the whole server out of service.
    if (reason === 'locked') return true;
    if (error instanceof pg.DatabaseError && reason === null) return false;
    throw error;
  }
}
