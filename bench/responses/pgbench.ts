import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Database } from '#core/server/platform/database.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';

const run = promisify(execFile);

const PGBENCH = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/lib/postgresql/16/bin/pgbench'].find(existsSync);
/** As many as the server's pool has. */
const CLIENTS = 10;

/** The statements of some requests, one pgbench script for each request. */
export type Scripts = string[];

/** Runs the app in this process and writes the statements that it executes for each path to a pgbench script. */
export async function recordScripts(database: Database, paths: string[], dir: string): Promise<Scripts> {
  const app = await createAppOnDatabase(database);
  const scripts: Scripts = [];
  for (const [index, path] of paths.entries()) {
    const recorded = await recordStatements(database, async () => {
      const { statusCode } = await app.inject(path);
      if (statusCode !== 200) throw new Error(`${path} responded ${statusCode}`);
    });
    // The first request also fills caches that all requests share.
    if (index === 0) continue;
    const file = join(dir, `statements-${randomUUID()}.sql`);
    const statements = recorded.map(
      ({ text, values }) => `${inline(text, values).replaceAll(/\s+/g, ' ')};\n`,
    );
    if (statements.length === 0) throw new Error(`${path} executes no statement`);
    writeFileSync(file, statements.join(''));
    scripts.push(file);
  }
  await app.close();
  return scripts;
}

/** Executes the scripts in random order on all clients at once, and returns the scripts per second. */
export async function measureStatements(scripts: Scripts, url: string, seconds: number): Promise<number> {
  const files = scripts.flatMap((file) => ['-f', file]);
  const args = [
    '-n',
    '-M',
    'extended',
    '-c',
    String(CLIENTS),
    '-j',
    '1',
    '-T',
    String(seconds),
    ...files,
    url,
  ];
  const { stdout } = await run(PGBENCH ?? 'pgbench', args);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** Replaces the parameters of a statement by literals. */
const inline = (text: string, values: unknown[]) =>
  text.replaceAll(/\$(\d+)/g, (_, number: string) => toLiteral(values[Number(number) - 1]));

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return pg.escapeLiteral(String(value));
}
