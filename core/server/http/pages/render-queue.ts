import { HttpError } from '#core/server/platform/http-error.ts';

/** Rendering is CPU-bound: more concurrency would only make each rendering slower. */
const MAX_RUNNING = 2;
/** A rendering that takes longer probably waits for the database and uses no CPU: it gives up its slot. */
const SLOT_MS = 500;
/** Concurrent renderings, including those without a slot. */
const MAX_STARTED = 8;
/** Fewer than all, so that pages whose table is locked do not delay the others. */
const MAX_STARTED_PER_PAGE = 4;
const MAX_WAITING = 64;
const MAX_WAITING_PER_CLIENT = 16;
/** A client waits this many times as long as its last rendering took, up to `MAX_PAUSE_MS`. */
const PAUSE_FACTOR = 9;
const MAX_PAUSE_MS = 500;

const queueFull = () =>
  new HttpError({
    status: 503,
    code: 'render_queue_full',
    body: { detail: 'The service is busy. Please try again shortly.' },
    headers: { 'Retry-After': '2' },
  });

export const isQueueFull = (error: unknown) =>
  error instanceof HttpError && error.code === 'render_queue_full';

interface Job {
  /** The path of the page, without its query. */
  page: string;
  /** The lanes in which it waits. */
  lanes: Set<Lane>;
  isStarted: boolean;
  start(): Promise<unknown>;
  reject(error: Error): void;
}

interface Lane {
  jobs: Job[];
  isRunning: boolean;
  /** The earliest start of its next job, by `performance.now()`. */
  readyAt: number;
}

export interface QueuedRendering<T> {
  promise: Promise<T>;
  /** Another client waits for the same rendering: it starts as soon as either client's turn comes. */
  join(client: string): void;
}

/**
 * Limits concurrent rendering. Clients take turns, one rendering each, and each client pauses after its own, so
 * that one that requests many pages delays the others little.
 */
export class RenderQueue {
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Lane>();
  /** The started renderings of each page. */
  readonly #started = new Map<string, number>();
  /** Started renderings that hold a slot. */
  #running = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Throws an `HttpError` (503, see `isQueueFull`) when too many renderings of the client wait, or too many wait in
   * total and no other client has more. The promise rejects with it when the rendering is evicted for a client with
   * fewer.
   */
  add<T>(client: string, page: string, render: () => Promise<T>): QueuedRendering<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const job: Job = {
      page,
      lanes: new Set(),
      isStarted: false,
      start: () => render().then(resolve, reject),
      reject,
    };
    if (!this.#enter(client, job)) throw queueFull();
    return { promise, join: (other) => void this.#enter(other, job) };
  }

  #enter(client: string, job: Job): boolean {
    const lane = this.#lanes.get(client) ?? { jobs: [], isRunning: false, readyAt: 0 };
    if (job.isStarted || lane.jobs.includes(job)) return true;
    if (lane.jobs.length >= MAX_WAITING_PER_CLIENT) return false;
    if (this.#waiting >= MAX_WAITING && !this.#evictFor(lane)) return false;
    this.#lanes.set(client, lane);
    lane.jobs.push(job);
    job.lanes.add(lane);
    this.#waiting += 1;
    this.#startNext();
    return true;
  }

  /** Drops the newest job of the longest lane, unless that lane would then be shorter than the other one. */
  #evictFor(lane: Lane): boolean {
    const lanes = [...this.#lanes.values()];
    const longest = lanes.reduce((a, b) => (b.jobs.length > a.jobs.length ? b : a));
    if (longest.jobs.length <= lane.jobs.length + 1) return false;
    const job = longest.jobs.pop() as Job;
    job.lanes.delete(longest);
    this.#waiting -= 1;
    if (job.lanes.size === 0) job.reject(queueFull());
    return true;
  }

  #startNext(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    let nextReadyAt = Number.POSITIVE_INFINITY;
    for (const [client, lane] of [...this.#lanes]) {
      if (lane.isRunning) continue;
      if (lane.jobs.length === 0) {
        if (lane.readyAt <= now) this.#lanes.delete(client);
      } else if (lane.readyAt > now) {
        nextReadyAt = Math.min(nextReadyAt, lane.readyAt);
      } else {
        const job = lane.jobs.find((each) => this.#canStart(each));
        if (job) void this.#run(client, lane, job);
      }
    }
    if (nextReadyAt < Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.#startNext(), nextReadyAt - now);
    }
  }

  #canStart({ page }: Job): boolean {
    const started = [...this.#started.values()].reduce((sum, count) => sum + count, 0);
    return (
      this.#running < MAX_RUNNING &&
      started < MAX_STARTED &&
      (this.#started.get(page) ?? 0) < MAX_STARTED_PER_PAGE
    );
  }

  async #run(client: string, lane: Lane, job: Job): Promise<void> {
    for (const each of job.lanes) each.jobs.splice(each.jobs.indexOf(job), 1);
    this.#waiting -= job.lanes.size;
    job.lanes.clear();
    job.isStarted = true;
    lane.isRunning = true;
    // The next turn is another client's.
    this.#lanes.delete(client);
    this.#lanes.set(client, lane);
    const finish = this.#occupy(job.page);
    const begin = performance.now();
    await job.start();
    const end = performance.now();
    lane.readyAt = end + Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (end - begin));
    lane.isRunning = false;
    finish();
    this.#startNext();
  }

  /** Takes a slot, for `SLOT_MS` at most, and counts the rendering as started until the returned function is called. */
  #occupy(page: string): () => void {
    this.#running += 1;
    this.#started.set(page, (this.#started.get(page) ?? 0) + 1);
    let hasSlot = true;
    const release = () => {
      if (hasSlot) this.#running -= 1;
      hasSlot = false;
    };
    const timeout = setTimeout(() => {
      release();
      this.#startNext();
    }, SLOT_MS);
    return () => {
      clearTimeout(timeout);
      release();
      const remaining = (this.#started.get(page) ?? 1) - 1;
      if (remaining > 0) this.#started.set(page, remaining);
      else this.#started.delete(page);
    };
  }
}
