import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '#tests/support/server-process.ts';

const WRITERS = 6;
/** Longer than any timeout of the server's own: a request that takes longer is never going to complete. */
const REQUEST_TIMEOUT_MS = 60_000;
const RECOVERY_TIMEOUT_MS = 60_000;
/** Sooner than `Retry-After` asks for, so that the recovery is measured when it happens. */
const RETRY_MS = 20;

interface Waiter {
  since: number;
  resolve: (ms: number) => void;
}

/** Administrators that publish one signal after another and remember which of them the server acknowledged. */
export interface WriteLoad {
  /** The titles of the signals for which the server responded with 201. */
  acknowledged: ReadonlySet<string>;
  /** The number of responses with each status; 0 counts connections that ended without a response. */
  statuses: ReadonlyMap<number, number>;
  /** The time until the slowest response. */
  getLongestMs(): number;
  /**
   * Waits for the next acknowledged write whose request begins after this call; returns how long that took, in ms. Throws
   * when the server exits, or when no write succeeds for a minute.
   */
  nextAcknowledged(): Promise<number>;
  stop(): Promise<void>;
}

export async function startWriteLoad(
  server: ServerProcess,
  { writers: count = WRITERS } = {},
): Promise<WriteLoad> {
  const { url } = server;
  const acknowledged = new Set<string>();
  const statuses = new Map<number, number>();
  let waiting: Waiter[] = [];
  const authorization = `Bearer ${await signInAdministrator(url)}`;
  let isStopped = false;
  let counter = 0;
  let longestMs = 0;

  async function write(): Promise<void> {
    counter += 1;
    const title = `Fault test ${counter}`;
    const begin = performance.now();
    const status = await publish(url, authorization, title);
    longestMs = Math.max(longestMs, performance.now() - begin);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 201) return void (await wait(RETRY_MS));
    acknowledged.add(title);
    for (const { since, resolve } of waiting) if (begin >= since) resolve(performance.now() - since);
    waiting = waiting.filter(({ since }) => begin < since);
  }

  const writers = Array.from({ length: count }, async () => {
    while (!isStopped && !server.hasExited()) await write();
  });
  return {
    acknowledged,
    statuses,
    getLongestMs: () => longestMs,
    nextAcknowledged: () =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${why}\n${server.output()}`));
        const timer = setTimeout(fail, RECOVERY_TIMEOUT_MS, 'No write succeeded for too long.');
        const onExit = () => fail('The server exited.');
        server.child.once('exit', onExit);
        if (server.hasExited()) onExit();
        waiting.push({
          since: performance.now(),
          resolve(ms) {
            clearTimeout(timer);
            server.child.off('exit', onExit);
            resolve(ms);
          },
        });
      }),
    async stop() {
      isStopped = true;
      await Promise.all(writers);
    },
  };
}

/** Signs in the administrator of the demo. Returns the access token. */
export async function signInAdministrator(url: string): Promise<string> {
  const { username, password } = { username: 'admin', password: 'demo-admin-2026' };
  const response = await post(`${url}/api/admin/auth/login/`, { username, password });
  const { tokens } = (await response.json()) as { tokens: { access: string } };
  return tokens.access;
}

const SIGNAL = {
  symbol: 'LUCK',
  signal_type: 'intraday',
  entry_price: '100.00',
  stop_loss: '95.00',
  target_points: ['110.00'],
  call_status: 'in_progress',
  override_reason: 'Made for a test',
};

const postSignal = (url: string, authorization: string, title: string) =>
  post(`${url}/api/admin/signals/`, { ...SIGNAL, title }, { authorization });

/** Publishes an intraday signal. Returns its ID. */
export async function publishSignal(url: string, authorization: string, title: string): Promise<string> {
  const response = await postSignal(url, authorization, title);
  const body = await response.text();
  if (response.status !== 201) throw new Error(`The signal was not published: ${response.status} ${body}`);
  return JSON.parse(body).id;
}

/** The status of the response; 0 when the connection ended without one. */
async function publish(url: string, authorization: string, title: string): Promise<number> {
  try {
    const response = await postSignal(url, authorization, title);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
}
