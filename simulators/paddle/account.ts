import { type Catalog, makeCatalog } from './catalog.ts';
import { beginChangeset, type Changeset } from './lifecycle/changeset.ts';
import { advance, type DueAction, getNextDue } from './lifecycle/due.ts';
import type { PaddleSimulatorOptions } from './options.ts';
import { makeEmptyState, makeId, type State, type StoredEvent } from './state.ts';

/** The simulator's single account: state and settings shared by all parts. */
export interface Account {
  readonly options: PaddleSimulatorOptions;
  readonly catalog: Catalog;
  readonly clock: SimulatedClock;
  /** The faults of API calls. */
  faults: ApiFault[];
  state: State;
  /** Runs one change and stores its events for delivery. */
  change<T>(act: (changeset: Changeset) => T): T;
  /** Runs the actions that are due until a timestamp, each at its own time, and returns them. */
  runDueActions(untilMs?: number): DueAction[];
  /** Registers a listener for every change, including deliveries. */
  onChange(listener: () => void): void;
  notifyListeners(): void;
}

/** A fault of calls to the API, of Paddle.js and of the checkout. */
export interface ApiFault {
  /** A method or `*`, and a path below the base URL with `*` as a wildcard: `POST /subscriptions/*`. */
  route: string;
  /** The status of the response. */
  status: number;
  retryAfterSeconds?: number;
  /** The body of the response: Paddle's JSON, or the HTML page of a proxy. */
  body?: 'json' | 'html';
  /** Fails after the call has been processed, as when only the response is lost. */
  afterwards?: boolean;
  /** The number of calls that fail; all by default. */
  times?: number;
}

/** The simulated clock: runs with the wall clock, ahead of it by the stored offset. */
interface SimulatedClock {
  nowMs(): number;
  /** Advances the clock; earlier times are ignored. */
  moveTo(ms: number): void;
}

/** The number of stored events and of notifications; the oldest are deleted first. */
const MAX_STORED = 5_000;

/** Creates an account with its catalog and an empty state. */
export function createAccount(options: PaddleSimulatorOptions): Account {
  const listeners: (() => void)[] = [];
  const wallClock = options.wallClock ?? (() => new Date());
  const nowMs = () => wallClock().getTime() + account.state.offsetMs;

  const account: Account = {
    options,
    catalog: makeCatalog(options.catalog),
    clock: {
      nowMs,
      moveTo(ms) {
        if (ms > nowMs()) account.state.offsetMs += ms - nowMs();
      },
    },
    faults: [],
    state: makeEmptyState(),
    change: (act) => changeAt(nowMs(), act),
    runDueActions(untilMs = nowMs()) {
      const actions: DueAction[] = [];
      for (let due = getNextDue(account.state); due && due.atMs <= untilMs; due = getNextDue(account.state)) {
        const { atMs } = due;
        changeAt(atMs, (changeset) =>
          advance(changeset, due as DueAction, options.dunningExhausted ?? 'cancel'),
        );
        actions.push(due);
      }
      return actions;
    },
    onChange: (listener) => void listeners.push(listener),
    notifyListeners: () => {
      for (const listener of listeners) listener();
    },
  };
  return account;

  function changeAt<T>(atMs: number, act: (changeset: Changeset) => T): T {
    const changeset = beginChangeset(account.state, atMs);
    try {
      return act(changeset);
    } finally {
      enqueue(account.state, changeset.events, atMs);
      account.notifyListeners();
    }
  }
}

/** Stores a change's events, each with its notification. */
function enqueue(state: State, events: readonly StoredEvent[], nowMs: number): void {
  state.events.push(...events);
  for (const { event_id: eventId } of events) {
    const id = makeId(state, 'ntf', nowMs);
    state.notifications.push({ id, eventId, status: 'not_attempted', attempts: 0, dueAtMs: nowMs });
  }
  state.events.splice(0, state.events.length - MAX_STORED);
  state.notifications.splice(0, state.notifications.length - MAX_STORED);
}
