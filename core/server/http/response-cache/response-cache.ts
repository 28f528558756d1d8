import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeTopic } from '#core/contract/topics.ts';
import {
  type ChangeBus,
  type ChangeOptions,
  UNANNOUNCED_MAX_AGE_MS,
} from '#core/server/platform/change-bus.ts';
import { type Clock, SECOND } from '#core/server/platform/clock.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { createEntry, type Entry, isAffected, type ResourceKey, ResponseStore } from './response-store.ts';
import {
  createCounters,
  createValidity,
  limitFreshness,
  lowerCaseNames,
  type RenderedResponse,
  StoredResponse,
  type Validity,
} from './stored-response.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The cache of the responses, for its counters. Close it before the app, which renderings call. */
    responseCache: Pick<ResponseCache, 'counters' | 'usage' | 'close'>;
  }
}

export type ServedResponse =
  | { kind: 'stored'; response: StoredResponse; validity: Pick<Validity, 'freshUntil' | 'changesAt'> }
  /** The last good response with a notice, because it could not be rendered again. */
  | { kind: 'stale'; response: StoredResponse; ageSeconds: number }
  | { kind: 'uncached'; response: RenderedResponse };

/** A response that the cache stores, and how to render it. */
export interface Resource extends ResourceKey {
  render: (validity: Validity) => Promise<RenderedResponse>;
  /** The rendering waits for the turn of its client; without this, it starts immediately. */
  turn?: Turn;
  /** Inserts a notice with the render time. Without this, or if it returns `null`, the response is never served stale. */
  insertStaleNotice?: (text: string, renderedAt: Date) => Promise<string | null>;
}

export interface Turn {
  client: string;
  /** `join` is called when another client waits for the same work. */
  add<T>(work: () => Promise<T>): { promise: Promise<T>; join(client: string): void };
}

/** The minimum time between a failed rendering and the next attempt. */
const RETRY_MS = 5 * SECOND;
const MAX_REVALIDATING = 8;
/** A request for a stale response waits this long for a new rendering, which then continues in the background. */
const RETRY_WAIT_MS = SECOND;

interface GetOptions {
  /** The log names it if the response cannot be rendered again. */
  route?: string;
  /** The previous response is returned while a new one is rendered in the background, for as long as `peek` returns it too. */
  acceptsPrevious?: boolean;
  /** Called before a rendering that the caller waits for, unless it joins a running one. What it throws is thrown by `get`. */
  beforeRendering?: () => void;
}

interface Rendering {
  validity: Validity;
  promise: Promise<Rendered>;
  isOutdated: boolean;
  join(client: string): void;
}

/** `entry` is `null` for a response that must not be stored. */
interface Rendered {
  response: RenderedResponse;
  entry: Entry | null;
}

/**
 * Caches responses that do not depend on who asks, and shares those that a group of callers gets, by key. Simultaneous
 * requests share a rendering. A committed change makes the responses stale that depend on its topic, and what was rendered
 * before it is never stored after it. While a stale response cannot be rendered again because the service is unavailable,
 * it is served with a notice for up to an hour.
 */
export class ResponseCache {
  readonly counters = createCounters();
  readonly #store: ResponseStore;
  readonly #rendering = new Map<string, Rendering>();
  /** Every running rendering, including outdated ones that are no longer shared. */
  readonly #unfinished = new Set<Promise<Rendered>>();
  #isClosed = false;
  /** The responses that are being rendered again in the background. */
  readonly #revalidating = new Set<Entry>();
  readonly #changes: Pick<ChangeBus, 'isListening'>;
  readonly #clock: Clock;
  readonly #getCommonHeaders: () => Readonly<Record<string, string>>;
  readonly #commonTopics: readonly ChangeTopic[];
  readonly #logger: Pick<Logger, 'error'>;
  readonly #retryWaitMs: number;

  /** `getCommonHeaders` returns those of every response of the server, which depend on `commonTopics`. */
  constructor({
    changes,
    clock,
    getCommonHeaders,
    commonTopics = [],
    logger,
    retryWaitMs = RETRY_WAIT_MS,
  }: {
    changes: Pick<ChangeBus, 'subscribe' | 'isListening'>;
    clock: Clock;
    getCommonHeaders: () => Readonly<Record<string, string>>;
    commonTopics?: readonly ChangeTopic[];
    logger: Pick<Logger, 'error'>;
    retryWaitMs?: number | undefined;
  }) {
    this.#changes = changes;
    this.#clock = clock;
    this.#logger = logger;
    this.#retryWaitMs = retryWaitMs;
    this.#getCommonHeaders = () => lowerCaseNames(getCommonHeaders());
    this.#commonTopics = commonTopics;
    this.#store = new ResponseStore(clock);
    changes.subscribe((topic, options) => this.#invalidate(topic, options));
  }

  /** Returns the fresh response, or one that is being rendered again. If it returns `undefined`, call `get`. */
  peek(resource: ResourceKey): StoredResponse | undefined {
    return this.#store.getServable(resource);
  }

  /** Returns the stored response or renders it. */
  async get(
    resource: Resource,
    { acceptsPrevious = false, beforeRendering, route }: GetOptions = {},
  ): Promise<ServedResponse> {
    const render = () => this.#renderShared(resource, beforeRendering);
    const entry = this.#store.get(resource);
    if (entry && this.#store.isFresh(entry)) {
      this.counters.shared += 1;
      return toStored(entry);
    }
    if (
      entry &&
      acceptsPrevious &&
      this.#store.isServable(entry) &&
      this.#revalidate(entry, resource, route)
    ) {
      this.counters.shared += 1;
      return toStored(entry);
    }
    const isStaleAllowed = entry !== undefined && resource.insertStaleNotice !== undefined;
    if (!isStaleAllowed) return toServed(await render());
    const attempt = performance.now() < entry.retryAt ? null : await this.#tryToRender(entry, render);
    if (attempt && attempt.response.status !== 503) return toServed(attempt);
    return (await this.#getStale(entry, resource)) ?? toServed(attempt ?? (await render()));
  }

  /** Waits for the running renderings, which read the database, and rejects later ones and those that wait for their turn. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#unfinished.size > 0) await Promise.allSettled(this.#unfinished);
  }

  get usage(): { bytes: number; entries: number } {
    return this.#store.usage;
  }

  /**
   * Starts rendering the response again in the background, at the earliest `RETRY_MS` after a failure. Returns false if too many
   * others are being rendered; the request then waits for its own, so that a client that requests many is slowed down.
   */
  #revalidate(entry: Entry, resource: Resource, route: string | undefined): boolean {
    if (performance.now() < entry.retryAt) return true;
    if (this.#revalidating.has(entry)) return true;
    if (this.#revalidating.size >= MAX_REVALIDATING) return false;
    this.#revalidating.add(entry);
    entry.isRevalidating = true;
    // A previous response that needs no compression is sent first.
    setImmediate(async () => {
      try {
        // If it is stored no longer, another request has caused a new rendering.
        if (this.#store.get(resource) === entry) await this.#renderAgain(entry, resource, route);
      } finally {
        this.#revalidating.delete(entry);
      }
    });
    return true;
  }

  async #renderAgain(entry: Entry, resource: Resource, route: string | undefined): Promise<void> {
    try {
      const { response } = await this.#renderShared(resource);
      if (response.status >= 500) entry.retryAt = performance.now() + RETRY_MS;
      // The response was not stored, because it must not be or because of another change.
      else if (this.#store.get(resource) === entry) entry.isRevalidating = false;
    } catch (error) {
      entry.retryAt = performance.now() + RETRY_MS;
      // An expected outcome, for example because the subject was deleted.
      if (isUnavailable(error) || (error instanceof HttpError && error.status < 500)) return;
      this.#logger.error({ err: error, route }, 'a response could not be rendered again');
    }
  }

  /** Renders a response when it is the turn of its client, or joins the rendering that is already running. */
  #renderShared(resource: Resource, beforeRendering = () => {}): Promise<Rendered> {
    const running = this.#rendering.get(resource.key);
    if (running) {
      this.counters.joined += 1;
      if (resource.turn) running.join(resource.turn.client);
      return running.promise;
    }
    beforeRendering();
    this.counters.rendered += 1;
    const validity = createValidity(this.#commonTopics);
    const work = () => this.#render(resource, validity);
    const { promise: rendered, join } = resource.turn?.add(work) ?? { promise: work(), join() {} };
    const rendering: Rendering = { validity, isOutdated: false, join, promise: rendered };
    this.#rendering.set(resource.key, rendering);
    rendering.promise = rendered
      .then((result) => this.#storeRendered(resource, rendering, result))
      .finally(() => {
        if (this.#rendering.get(resource.key) === rendering) this.#rendering.delete(resource.key);
      });
    this.#track(rendering.promise);
    return rendering.promise;
  }

  async #render(resource: Resource, validity: Validity): Promise<Rendered> {
    if (this.#isClosed) throw stopping();
    const renderedAt = this.#clock.now();
    const response = await resource.render(validity);
    if (!this.#changes.isListening && isAffected(validity.topics, null)) {
      limitFreshness(validity, UNANNOUNCED_MAX_AGE_MS);
    }
    if (!isStorable(response)) return { response, entry: null };
    return { response, entry: createEntry(this.#createStored(resource, response), validity, renderedAt) };
  }

  /** Stores what may be stored, unless a change came while it was rendered. */
  async #storeRendered(resource: Resource, rendering: Rendering, rendered: Rendered): Promise<Rendered> {
    const { entry } = rendered;
    if (entry === null) return rendered;
    const replaced = this.#store.get(resource);
    // While the new response is compressed, other requests get the replaced one and need not wait.
    if (replaced?.isRevalidating) await entry.response.compressLike(replaced.response);
    if (!rendering.isOutdated) this.#store.set(resource, entry);
    return rendered;
  }

  /** Lets `close` wait for a rendering. */
  #track(promise: Promise<Rendered>): void {
    this.#unfinished.add(promise);
    // Waiting requests handle the error. If there are none, it must not become an unhandled rejection.
    promise.catch(() => {}).finally(() => this.#unfinished.delete(promise));
  }

  #createStored({ key, isEnumerable }: Resource, response: RenderedResponse): StoredResponse {
    return new StoredResponse(response, this.#getCommonHeaders(), (grown) =>
      this.#store.resize({ key, isEnumerable }, grown),
    );
  }

  /** Renders a stale response again; returns `null` if that takes too long or too many renderings wait. */
  async #tryToRender(entry: Entry, render: () => Promise<Rendered>): Promise<Rendered | null> {
    const timeout = new AbortController();
    try {
      const rendered = await Promise.race([
        render(),
        wait(this.#retryWaitMs, null, { signal: timeout.signal }),
      ]);
      if (rendered === null || rendered.response.status === 503) entry.retryAt = performance.now() + RETRY_MS;
      return rendered;
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    } finally {
      timeout.abort();
    }
  }

  /** Returns the response with the stale notice; `null` if it cannot have one. */
  async #getStale(entry: Entry, resource: Resource): Promise<ServedResponse | null> {
    entry.staleMarking ??= this.#insertNotice(entry, resource);
    if (!(await entry.staleMarking)) return null;
    this.counters.stale += 1;
    const ageSeconds = Math.floor((this.#clock.now().getTime() - entry.renderedAt.getTime()) / SECOND);
    return { kind: 'stale', response: entry.response, ageSeconds: Math.max(0, ageSeconds) };
  }

  /** Replaces the response with the marked one. The entry is never fresh again. */
  async #insertNotice(entry: Entry, resource: Resource): Promise<boolean> {
    const { response, renderedAt } = entry;
    if (response.status !== 200) return false;
    const marked = await resource.insertStaleNotice?.(response.body.toString('utf8'), renderedAt);
    if (marked === null || marked === undefined) return false;
    const { status, headers } = response;
    entry.freshUntil = 0;
    entry.response = this.#createStored(resource, { status, headers, body: Buffer.from(marked) });
    return true;
  }

  #invalidate(topic: ChangeTopic | null, options: ChangeOptions = {}): void {
    this.#store.invalidate(topic, options);
    for (const [key, rendering] of this.#rendering) {
      if (!isAffected(rendering.validity.topics, topic)) continue;
      rendering.isOutdated = true;
      this.#rendering.delete(key);
    }
  }
}

const stopping = () =>
  new HttpError({
    status: 503,
    code: 'stopping',
    body: { detail: 'The server is stopping. Please try again.' },
  });

const toStored = ({ response, freshUntil, changesAt }: Entry): ServedResponse => ({
  kind: 'stored',
  response,
  validity: { freshUntil, changesAt },
});

const toServed = ({ response, entry }: Rendered): ServedResponse =>
  entry ? toStored(entry) : { kind: 'uncached', response };

/** True if the database is unavailable or too many renderings wait. */
const isUnavailable = (error: unknown) =>
  (error instanceof HttpError && error.status === 503) || findUnavailable(error) !== null;

/** Errors other than 404 are not stored, nor is anything that a route keeps from caches. */
const isStorable = ({ status, headers }: RenderedResponse) =>
  (status === 200 || status === 404) &&
  headers['set-cookie'] === undefined &&
  !headers['cache-control']?.includes('no-store');
