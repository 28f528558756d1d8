import { Refusal } from '#server/platform/refusal.ts';

/** Rendering is work for one processor: more at once would only make each slower. */
const MAX_RUNNING = 2;
const MAX_WAITING = 64;
const MAX_WAITING_PER_CLIENT = 16;
/** A client waits this many times as long as its last rendering took, so that it gets a tenth of the processor at most. */
const PAUSE_FACTOR = 9;
const MAX_PAUSE_MS = 500;

const queueFull = () =>
  new Refusal({
    status: 503,
    code: 'render_queue_full',
    body: { detail: 'The service is busy at this moment. Please try again shortly.' },
    headers: { 'Retry-After': '2' },
  });

export const isQueueFull = (error: unknown) => error instanceof Refusal && error.code === 'render_queue_full';

interface Job {
  start(): Promise<unknown>;
  isStarted: boolean;
}

interface Lane {
  jobs: Job[];
  isRunning: boolean;
  /** When its next job may start, by `performance.now()`. */
  readyAt: number;
}

export interface QueuedRendering<T> {
  promise: Promise<T>;
  /** Another client waits for the same rendering: it starts as soon as either client's turn comes. */
  join(client: string): void;
}

/**
 * Limits how much is rendered at once. Clients take turns, one rendering each, and each client pauses after its own, so
 * that one that requests many pages delays the others little.
 */
export class RenderQueue {
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Throws a `Refusal` (503) when too many renderings wait already; see `isQueueFull`. */
  add<T>(client: string, render: () => Promise<T>): QueuedRendering<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const job: Job = {
      isStarted: false,
      start: () => render().then(resolve, reject),
    };
    if (!this.#enter(client, job)) throw queueFull();
    return { promise, join: (other) => void this.#enter(other, job) };
  }

  #enter(client: string, job: Job): boolean {
    const lane = this.#lanes.get(client) ?? { jobs: [], isRunning: false, readyAt: 0 };
    if (this.#waiting >= MAX_WAITING || lane.jobs.length >= MAX_WAITING_PER_CLIENT) return false;
    if (job.isStarted || lane.jobs.includes(job)) return true;
    this.#lanes.set(client, lane);
    lane.jobs.push(job);
    this.#waiting += 1;
    this.#startNext();
    return true;
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    let nextReadyAt = Number.POSITIVE_INFINITY;
    for (const [client, lane] of [...this.#lanes]) {
      const started = lane.jobs.length;
      lane.jobs = lane.jobs.filter((job) => !job.isStarted);
      this.#waiting -= started - lane.jobs.length;
      if (lane.isRunning) continue;
      if (lane.jobs.length === 0) {
        if (lane.readyAt <= now) this.#lanes.delete(client);
      } else if (lane.readyAt > now) {
        nextReadyAt = Math.min(nextReadyAt, lane.readyAt);
      } else if (this.#running < MAX_RUNNING) {
        void this.#run(client, lane);
      }
    }
    if (nextReadyAt < Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.#startNext(), nextReadyAt - now);
    }
  }

  async #run(client: string, lane: Lane): Promise<void> {
    const job = lane.jobs.shift();
    if (!job) return;
    this.#waiting -= 1;
    this.#running += 1;
    job.isStarted = true;
    lane.isRunning = true;
    // The next turn is another client's.
    this.#lanes.delete(client);
    this.#lanes.set(client, lane);
    const begin = performance.now();
    await job.start();
    const end = performance.now();
    lane.readyAt = end + Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (end - begin));
    lane.isRunning = false;
    this.#running -= 1;
    this.#startNext();
  }
}
