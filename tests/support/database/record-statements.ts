import type pg from 'pg';
import type { Database } from '#core/server/platform/database.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

const recordings = new Set<Statement[]>();
const watched = new WeakSet<pg.PoolClient>();

/** Runs `work` and returns the statements that the pool of the database executes during it. */
export async function recordStatements(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  recordings.add(statements);
  pool.on('acquire', watch);
  try {
    await work();
  } finally {
    pool.off('acquire', watch);
    recordings.delete(statements);
  }
  return statements;
}

function watch(client: pg.PoolClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query(...args: [pg.QueryConfig | string, unknown[]?]) {
      const [config, values] = args;
      const { text, values: ownValues } =
        typeof config === 'string' ? { text: config, values: undefined } : config;
      for (const statements of recordings) statements.push({ text, values: values ?? ownValues ?? [] });
      return query(...args);
    },
  });
}
