import pg from 'pg';

export interface ServerDatabase {
  url: string;
  remove(): Promise<void>;
}

/** Creates a temporary database on a PostgreSQL server. */
export async function createServerDatabase(serverUrl: string, suffix = ''): Promise<ServerDatabase> {
  const name = `tezi_bench_${process.pid}${suffix}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async remove() {
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}

/** Runs work on a temporary database of a PostgreSQL server. */
export async function withServerDatabase(
  serverUrl: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const database = await createServerDatabase(serverUrl);
  try {
    await work(database.url);
  } finally {
    await database.remove();
  }
}
