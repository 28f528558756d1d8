/**
 * `npm run bench:imports -- --previews [--rows 20000] [--rounds 3] [--database URL] [--only TEXT]`: starts a
 * production server on a new database, and previews files of as many rows over HTTP: prices and newspaper closures that are new,
 * the prices once they are stored, and a download of prices that waits. Prints the time of a preview, the memory that the server
 * keeps, and how long other requests take during previews, divided by without. Exits with 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#core/contract/paths.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import {
  type ImportKind,
  previewImport,
  readImport,
  startImport,
} from '#features/imports/contract/imports.ts';
import { getFreePort, type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { INSPECTOR_SETTINGS, readMemory, readResident } from '../streams/memory.ts';
import { createServerDatabase } from '../support/database-on-server.ts';
import { getMedian, getQuantile, report, reportVerdict } from '../support/report.ts';
import { makeNewspaperClosures, makePrices } from './files.ts';

const MAX_MS = 4_000;
const MAX_RATIO = 1.5;
const MAX_KEPT_MB = 50;
/** Others request twenty cached pages, ten uncached lists and ten health checks a second. */
const OTHERS_INTERVAL_MS = 25;
const PHASE_MS = 10_000;
const SETTLE_MS = 15_000;
const MB = 1_048_576;

const ADMIN = { ADMIN_USERNAME: 'benchmark', ADMIN_PASSWORD: 'four quick herons rest' };

interface Options {
  rows: number;
  rounds: number;
  databaseUrl: string | undefined;
  only: string;
}

interface Body {
  kind: ImportKind;
  file_name: string;
  content: string;
  waiting_id?: number;
}

export async function measurePreviews({ rows, rounds, databaseUrl, only }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tezi-bench-previews-'));
  const database = databaseUrl ? await createServerDatabase(databaseUrl) : null;
  const prices: Body = { kind: 'prices', file_name: 'prices.csv', content: makePrices(rows) };
  const closures: Body = {
    kind: 'book-closures',
    file_name: 'page.txt',
    content: makeNewspaperClosures(Math.min(rows, 19_990)),
  };
  const cases: Record<string, Body> = {
    'new prices': prices,
    'newspaper closures': closures,
    'waiting prices': { ...prices, waiting_id: 1 },
    'stored prices': prices,
  };
  try {
    for (const [name, body] of Object.entries(cases)) {
      if (!name.includes(only)) continue;
      // Each on a new process: the memory that one keeps is not that of the next.
      const server = await startProductionServer(dataDir, database?.url ?? 'embedded');
      try {
        const token = await signIn(server);
        if (name.startsWith('stored')) await importFile(server, token, body);
        await measureCase(server, token, { name, body, rounds });
      } finally {
        await server.stop();
      }
    }
  } finally {
    await database?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
  reportVerdict();
}

async function measureCase(
  server: ServerProcess,
  token: string,
  { name, body, rounds }: { name: string; body: Body; rounds: number },
): Promise<void> {
  // Warms up the code of everything that is measured, with a file of few rows.
  const few = { ...body, waiting_id: undefined, content: body.content.split('\n').slice(0, 200).join('\n') };
  for (let count = 0; count < 5; count += 1) await preview(server, token, few);
  await requestOthers(server, PHASE_MS);
  const before = await readMemory(server);
  const times: number[] = [];
  const ratios: number[] = [];
  const quantiles: Record<'alone' | 'during', number[]> = { alone: [], during: [] };
  let peak = 0;
  for (let round = 0; round < rounds; round += 1) {
    const alone = getQuantile(await requestOthers(server, PHASE_MS), 0.99);
    let isRunning = true;
    const previews = (async () => {
      while (isRunning) {
        times.push(await preview(server, token, body));
        peak = Math.max(peak, readResident(server.child.pid));
      }
    })();
    const during = getQuantile(await requestOthers(server, PHASE_MS), 0.99);
    isRunning = false;
    await previews;
    quantiles.alone.push(alone);
    quantiles.during.push(during);
    ratios.push(during / alone);
  }
  await requestOthers(server, SETTLE_MS);
  const settled = readResident(server.child.pid) - before;
  const kept = (await readMemory(server)) - before;
  const [ms, ratio] = [getMedian(times), getMedian(ratios)];
  const p99 = (phase: 'alone' | 'during') => getMedian(quantiles[phase]).toFixed(1);
  report({
    table: 'previews',
    name,
    figures: {
      seconds: (ms / 1_000).toFixed(2),
      'before MB': (before / MB).toFixed(0),
      'peak MB': `+${((peak - before) / MB).toFixed(0)}`,
      settled: `${(settled / MB).toFixed(0)}`,
      'after GC': `${(kept / MB).toFixed(0)}`,
      'p99 alone': p99('alone'),
      'p99 during': p99('during'),
      ratio: `×${ratio.toFixed(2)}`,
    },
    target: `${MAX_MS / 1_000} s, ${MAX_KEPT_MB} MB, ×${MAX_RATIO}`,
    isMet: ms <= MAX_MS && settled <= MAX_KEPT_MB * MB && ratio <= MAX_RATIO,
  });
}

/** Sends the requests of others at a fixed rate, and returns how many milliseconds each took. */
async function requestOthers({ url }: ServerProcess, durationMs: number): Promise<number[]> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const begin = performance.now();
  for (let number = 0; number * OTHERS_INTERVAL_MS < durationMs; number += 1) {
    const due = begin + number * OTHERS_INTERVAL_MS;
    await sleep(Math.max(0, due - performance.now()));
    const path = [
      paths.intradaySignals,
      `/api/board-meetings/?search=${begin}-${number}`,
      paths.home,
      '/healthz',
    ][number % 4];
    const request = fetch(url + path, { headers: { 'X-Forwarded-For': `203.0.113.${1 + (number % 250)}` } });
    pending.push(
      request.then(async (response) => {
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path} responded with status ${response.status}`);
        // From when it was due: a delay of the requests is that of their responses.
        times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(pending);
  return times;
}

async function preview(server: ServerProcess, token: string, body: Body): Promise<number> {
  const begin = performance.now();
  await post(server, token, previewImport.path, body);
  return performance.now() - begin;
}

async function importFile(server: ServerProcess, token: string, body: Body): Promise<void> {
  const response = await post(server, token, startImport.path, body);
  const { id } = startImport.response.parse(await response.json());
  for (;;) {
    const path = readImport.path.replace(':id', String(id));
    const current = await fetch(`${server.url}/api${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    if (readImport.response.parse(await current.json()).status === 'done') return;
    await sleep(500);
  }
}

async function post(server: ServerProcess, token: string, path: string, body: Body): Promise<Response> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
  return new Response(await response.arrayBuffer());
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const response = await fetch(`${url}/api${adminSignIn.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
  });
  if (response.status !== 200) throw new Error(`The administrator could not sign in: ${response.status}`);
  return adminSignIn.response.parse(await response.json()).tokens.access;
}

async function startProductionServer(dataDir: string, databaseUrl: string): Promise<ServerProcess> {
  const port = String(await getFreePort());
  return startServerProcess({
    MODE: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TOKEN_SECRET: '7Gq2wLx9vTeRb4KzN8mYcP3uJ6hDsF1aX5oWiE0t',
    CONTACT_EMAIL: 'bench@example.com',
    CONTACT_PHONE: '+92 21 1234567',
    SMTP_URL: 'none',
    TRUSTED_PROXIES: '127.0.0.0/8,::1',
    ...INSPECTOR_SETTINGS,
    ...ADMIN,
  });
}
