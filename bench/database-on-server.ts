import pg from 'pg';

/** Runs work on a temporary database of a PostgreSQL server. */
export async function withServerDatabase(
  serverUrl: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const name = `tezi_bench_${process.pid}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  try {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    await work(url.href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}
