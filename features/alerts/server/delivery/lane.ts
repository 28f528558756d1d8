import { addMilliseconds, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { LaneTrouble } from '#features/alerts/server/alerts.tables.ts';
import type { LaneLimits, MessageChannel } from './channel.ts';
import { type LaneState, SHARED_LANE } from './lanes.queries.ts';

/** A service is paused if it accepts nothing from so many customers in turn: one alone may have broken endpoints. */
const TROUBLED_CUSTOMERS = 5;
/** Grows with each message that is accepted. */
const FIRST_LIMIT = 32;
/** Results of the same time reduce the limit once. */
const SLOWDOWN_MS = SECOND;
const FIRST_PAUSE_MS = 5 * SECOND;
const LONGEST_PAUSE_MS = 5 * MINUTE;

/**
 * The messages of a lane that this server has in flight, and how many may be. Like the congestion window of TCP, the limit grows while a service
 * accepts messages and is halved when it does not accept those of two customers in turn; after a pause it begins with one.
 */
export class Lane {
  readonly name: string;
  readonly #limits: LaneLimits;
  #customers = 0;
  #pausedUntil: Date | null = null;
  readonly #sending = new Set<Promise<void>>();
  readonly #byCustomer = new Map<string, number>();
  /** Customers in trouble since the last message was accepted. */
  readonly #troubled = new Set<string>();
  #pauses = 0;
  #limit = FIRST_LIMIT;
  #threshold = Number.POSITIVE_INFINITY;
  #slowedAt = Number.NEGATIVE_INFINITY;

  constructor(name: string, { lanes, shared }: Pick<MessageChannel, 'lanes' | 'shared'>) {
    this.name = name;
    this.#limits = name === SHARED_LANE ? shared : (lanes ?? shared);
  }

  /** Origins in it may never have accepted a message, so their responses say nothing about a service. */
  get isShared(): boolean {
    return this.name === SHARED_LANE;
  }

  get size(): number {
    return this.#sending.size;
  }

  get limit(): number {
    const { maxInFlight, maxInFlightPerCustomer } = this.#limits;
    if (this.isShared) return maxInFlight;
    return Math.max(
      1,
      Math.floor(Math.min(this.#limit, maxInFlight, maxInFlightPerCustomer * this.#customers)),
    );
  }

  hasRoom = () => this.size < this.limit;

  hasRoomFor = (userId: string) => (this.#byCustomer.get(userId) ?? 0) < this.#limits.maxInFlightPerCustomer;

  listCrowdedCustomers = () => [...this.#byCustomer.keys()].filter((userId) => !this.hasRoomFor(userId));

  isPaused = (now: Date) => this.#pausedUntil !== null && this.#pausedUntil > now;

  /** Returns for how long the lane is paused. */
  getPauseMs = (now: Date) => Math.max(0, (this.#pausedUntil?.getTime() ?? 0) - now.getTime());

  /** Takes note of what all servers know. */
  update({ customers, pausedUntil }: LaneState, now: Date): void {
    this.#customers = customers;
    const isNew = (pausedUntil?.getTime() ?? 0) > (this.#pausedUntil?.getTime() ?? 0);
    if (isNew && pausedUntil !== null && pausedUntil > now) this.#pause(pausedUntil);
  }

  add(sent: Promise<void>, userId: string): void {
    const change = (by: number) => {
      const count = (this.#byCustomer.get(userId) ?? 0) + by;
      if (count === 0) this.#byCustomer.delete(userId);
      else this.#byCustomer.set(userId, count);
    };
    change(1);
    const sending = sent.finally(() => {
      change(-1);
      this.#sending.delete(sending);
    });
    this.#sending.add(sending);
  }

  async waitForRoom(): Promise<void> {
    while (!this.hasRoom()) await Promise.race(this.#sending);
  }

  async waitForAll(): Promise<void> {
    await Promise.all(this.#sending);
  }

  recordAcceptance(): void {
    this.#troubled.clear();
    this.#pauses = 0;
    this.#limit += this.#limit < this.#threshold ? 1 : 1 / this.#limit;
    this.#limit = Math.min(this.#limit, this.#limits.maxInFlight);
  }

  /** Returns until when the lane is paused, if this result begins a pause. */
  recordTrouble(
    trouble: LaneTrouble,
    userId: string,
    { now, afterMs }: { now: Date; afterMs?: number | undefined },
  ) {
    if (this.isShared || this.isPaused(now)) return null;
    this.#troubled.add(userId);
    // After a pause one message is enough.
    const isProbe = this.#pauses > 0;
    // A single error among accepted messages says nothing about the rate.
    if (!isProbe && this.#troubled.size > 1 && performance.now() - this.#slowedAt > SLOWDOWN_MS) {
      this.#slowedAt = performance.now();
      this.#limit = Math.max(1, this.limit / 2);
      this.#threshold = this.#limit;
    }
    if (!isProbe && this.#troubled.size < Math.min(TROUBLED_CUSTOMERS, this.#customers)) return null;
    this.#pauses += 1;
    const backoffMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#pauses - 1), LONGEST_PAUSE_MS);
    const until = addMilliseconds(now, trouble === 'unreachable' ? backoffMs : (afterMs ?? backoffMs));
    this.#pause(until);
    return until;
  }

  #pause(until: Date | null): void {
    this.#pausedUntil = until;
    this.#pauses = Math.max(this.#pauses, 1);
    this.#limit = 1;
    this.#troubled.clear();
  }
}
