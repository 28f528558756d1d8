import pg from 'pg';

/** Makes a database on a PostgreSQL server for the time of some work, and removes it. */
export async function databaseOnServer(
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
