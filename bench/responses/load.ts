import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CONNECTIONS = 32;

export interface Load {
  headers?: Record<string, string>;
  seconds: number;
  /** The server's process. */
  pid?: number;
  /** Lua: an expression for the path of request number `n`. Without it, every request has the path of `url`. */
  path?: string;
  /** All of them by default. */
  connections?: number;
}

export interface Rate {
  perSecond: number;
  /** The CPU time of the server for each response, which other load on the machine affects least; `NaN` without its `pid`. */
  cpuMicroseconds: number;
}

/** Long enough for a slow server with a queue of all connections. wrk's default of 2 s would report errors. */
const TIMEOUT_SECONDS = 60;

/** Sends requests with wrk on several connections at once. Throws if a response is an error; wrk counts redirects as responses. */
export async function measureRate(
  dir: string,
  url: string,
  { headers = {}, seconds, pid, path, connections = CONNECTIONS }: Load,
): Promise<Rate> {
  const args = [`-t1`, `-c${connections}`, `-d${seconds}s`, '--timeout', `${TIMEOUT_SECONDS}s`];
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
  if (path) {
    const script = join(dir, `${randomUUID()}.lua`);
    writeFileSync(
      script,
      `local n = 0\nrequest = function()\n  n = n + 1\n  return wrk.format("GET", ${path})\nend\n`,
    );
    args.push('-s', script);
  }
  const before = readCpuTime(pid);
  const { stdout } = await run('wrk', [...args, url]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error('Install wrk, for example with `apt-get install wrk`.');
    throw error;
  });
  const { perSecond, requests } = parseWrkOutput(url, stdout);
  return { perSecond, cpuMicroseconds: (readCpuTime(pid) - before) / requests };
}

/** Returns the responses per second of several servers that are measured at once and share the connections. */
export async function measureTotalRate(
  dir: string,
  urls: readonly string[],
  load: Omit<Load, 'pid' | 'connections'>,
): Promise<number> {
  const connections = Math.ceil(CONNECTIONS / urls.length);
  const rates = await Promise.all(urls.map((url) => measureRate(dir, url, { ...load, connections })));
  return rates.reduce((total, { perSecond }) => total + perSecond, 0);
}

/** Throws if a request failed, a response was an error, or there was none: wrk itself exits with 0. */
export function parseWrkOutput(url: string, output: string): { perSecond: number; requests: number } {
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url}: ${output}`);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  if (!(requests > 0 && perSecond > 0))
    throw new Error(`${url}: no response. Measure for longer.\n${output}`);
  return { perSecond, requests };
}

/** The unit of `/proc/<pid>/stat`. */
const TICK_MICROSECONDS = 10_000;

/** Returns the CPU time that a process has used, in microseconds. */
export function readCpuTime(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
}

const QUIET_SECONDS = 5;
const QUIET_CPU_MICROSECONDS = 100_000;
const MAX_START_SECONDS = 120;

/**
 * Waits until a server that was just started has done its work of the start, such as evaluations and the first fetch of its
 * sources: until it has used less than a tenth of a core in each of five seconds. Throws after two minutes.
 */
export async function waitUntilQuiet(pid: number): Promise<void> {
  let quietSeconds = 0;
  for (let second = 0; second < MAX_START_SECONDS; second += 1) {
    const before = readCpuTime(pid);
    await sleep(1000);
    quietSeconds = readCpuTime(pid) - before < QUIET_CPU_MICROSECONDS ? quietSeconds + 1 : 0;
    if (quietSeconds === QUIET_SECONDS) return;
  }
  throw new Error(`The server is still busy ${MAX_START_SECONDS} s after its start.`);
}
