/**
 * `npm run bench -- --database URL [--quick]`: runs the benchmarks of start-up, responses, latency, streams, alerts and pages,
 * and prints their results as Markdown with the machine and the versions, for `docs/benchmarks.md`. Needs wrk, pgbench,
 * openssl and Chromium (`CHROMIUM_PATH`). `PEER_URL` names the API of a server to compare with. `--quick` measures for a
 * shorter time. Exits with 1 if a target is missed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ROOT } from '#tests/support/server-process.ts';
import { RESULTS_VARIABLE, type Result } from './support/report.ts';

const { values } = parseArgs({
  options: { database: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const databaseUrl = values.database ?? process.env.TEST_DATABASE_URL;
if (!databaseUrl) throw new Error('Name a PostgreSQL server with `--database URL`.');
const isQuick = values.quick;

interface Benchmark {
  /** The script is `bench:<name>`. */
  name: string;
  args: string[];
  quickArgs: string[];
  needsDatabase?: boolean;
}

const BENCHMARKS: Benchmark[] = [
  { name: 'start-up', args: [], quickArgs: [] },
  { name: 'responses', args: [], quickArgs: ['--rounds', '2', '--seconds', '1'], needsDatabase: true },
  { name: 'open-loop', args: [], quickArgs: ['--seconds', '5'], needsDatabase: true },
  {
    name: 'streams',
    args: ['--clients', '1000,5000,10000'],
    quickArgs: ['--clients', '1000', '--rounds', '3'],
    needsDatabase: true,
  },
  {
    name: 'alerts',
    args: [],
    quickArgs: ['--customers', '1000', '--sends', '10000'],
    needsDatabase: true,
  },
  { name: 'pages', args: [], quickArgs: ['--runs', '1', '--pages', '/,/news'] },
];

const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-'));
const sections: string[] = [await describeMachine(databaseUrl)];
let failed = 0;
try {
  for (const benchmark of BENCHMARKS) sections.push(await run(benchmark));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
console.log(`\n\n${sections.join('\n\n')}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs a benchmark and returns its results as Markdown. What it prints without `report` is quoted. */
async function run({ name, args, quickArgs, needsDatabase }: Benchmark): Promise<string> {
  const file = join(dir, `${name}.jsonl`);
  const options = isQuick ? quickArgs : args;
  const command = [`npm run bench:${name}`, ...(needsDatabase ? ['--database URL'] : []), ...options];
  if (command.length > 1) command.splice(1, 0, '--');
  console.log(`\n# ${command.join(' ')}`);
  const database = needsDatabase ? ['--database', databaseUrl as string] : [];
  const child = spawn('npm', ['run', '--silent', `bench:${name}`, '--', ...database, ...options], {
    cwd: ROOT,
    env: { ...process.env, [RESULTS_VARIABLE]: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) failed += 1;
  const load = loadavg()[0]?.toFixed(1);
  const tables = existsSync(file)
    ? toTables(readFileSync(file, 'utf8'))
    : `\`\`\`text\n${output.trim()}\n\`\`\``;
  return `## ${name}\n\n\`${command.join(' ')}\` (load average afterwards: ${load})\n\n${tables}`;
}

function toTables(lines: string): string {
  const results = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
  return [...Map.groupBy(results, ({ table }) => table)].map(toTable).join('\n\n');
}

function toTable([title, results]: [string, Result[]]): string {
  const columns = [...new Set(results.flatMap(({ figures }) => Object.keys(figures)))];
  const hasTargets = results.some(({ target }) => target !== undefined);
  const header = ['', ...columns, ...(hasTargets ? ['Target'] : [])];
  const rows = results.map(({ name, figures, target, isMet }) => [
    name,
    ...columns.map((column) => figures[column] ?? ''),
    ...(hasTargets ? [target === undefined ? '' : `${target}: ${isMet ? 'met' : '**missed**'}`] : []),
  ]);
  const toRow = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    `${title}:\n`,
    toRow(header),
    toRow(header.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map(toRow),
  ].join('\n');
}

async function describeMachine(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  const [cpu] = cpus();
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)}${isQuick ? ' with `--quick`' : ''}:`,
    `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()},`,
    `Node.js ${process.versions.node}, PostgreSQL ${rows[0]?.server_version}.`,
    'The load generators, PostgreSQL and the server share the machine.',
  ].join('\n');
}
