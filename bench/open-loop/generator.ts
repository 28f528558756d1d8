/**
 * Sends requests at a constant rate, in a thread of its own. A latency is measured from the time at which the request was to
 * be sent, not from the time at which it was: a slow response also delays the requests that wait behind it (coordinated
 * omission).
 */
import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface OpenLoop {
  url: string;
  /** Requested in turn. */
  paths: string[];
  perSecond: number;
  seconds: number;
  /** Before `seconds`. The new thread must open its connections and compile its code first, which also delays requests. */
  warmUpSeconds: number;
}

/** In milliseconds; failed requests are counted only. */
export interface OpenLoopResult {
  latenciesMs: number[];
  failed: number;
}

const { url, paths, perSecond, seconds, warmUpSeconds } = workerData as OpenLoop;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const latenciesMs: number[] = [];
let failed = 0;

const total = perSecond * (warmUpSeconds + seconds);
const intervalMs = 1000 / perSecond;
const pending: Promise<void>[] = [];
const beganAtMs = performance.now();
const measuredFromMs = beganAtMs + warmUpSeconds * 1_000;
for (let sent = 0; sent < total; ) {
  for (; sent < total && performance.now() >= beganAtMs + sent * intervalMs; sent += 1)
    pending.push(send(paths[sent % paths.length] ?? '/', beganAtMs + sent * intervalMs));
  await setTimeout(1);
}
await Promise.all(pending);
agent.destroy();
parentPort?.postMessage({ latenciesMs, failed } satisfies OpenLoopResult);

function send(path: string, intendedAtMs: number): Promise<void> {
  return new Promise((resolve) => {
    const fail = () => {
      failed += 1;
      resolve();
    };
    get(url + path, { agent, headers: { 'Accept-Encoding': 'gzip, deflate, br' } }, (response) => {
      response.resume();
      response.once('error', fail);
      response.once('end', () => {
        if (response.statusCode !== 200) return fail();
        if (intendedAtMs >= measuredFromMs) latenciesMs.push(performance.now() - intendedAtMs);
        resolve();
      });
    }).once('error', fail);
  });
}
