import { type Catalog, makeCatalog } from './catalog/catalog.ts';
import { beginChangeset, type Changeset } from './lifecycle/changeset.ts';
import { advance, type DueAction, getNextDue } from './lifecycle/renewals/due.ts';
import type { PaddleSimulatorOptions } from './options.ts';
import { makeEmptyState, type State } from './state/state.ts';
import { type ChaosSwitches, noFaults } from './webhooks/chaos.ts';
import { makeMainDestination } from './webhooks/destinations.ts';
import { enqueue } from './webhooks/enqueue.ts';

/** The simulator's single account: state and settings shared by all parts. */
export interface Account {
  readonly options: PaddleSimulatorOptions;
  readonly catalog: Catalog;
  readonly clock: SimulatedClock;
  readonly wallClock: () => Date;
  chaos: ChaosSwitches;
  state: State;
  /** Runs one change and stores its events for delivery. */
  change<T>(act: (changeset: Changeset) => T): T;
  /** Runs the actions that are due until a timestamp, each at its own time, and returns them. */
  runDueActions(untilMs?: number): DueAction[];
  /** Registers a listener for every change, including deliveries. */
  onChange(listener: () => void): void;
  notifyListeners(): void;
}

/** Creates an account with its catalog and an empty state. */
export function createAccount(options: PaddleSimulatorOptions): Account {
  const listeners: (() => void)[] = [];
  const wallClock = options.wallClock ?? (() => new Date());

  const account: Account = {
    options,
    catalog: makeCatalog(options.catalog),
    clock: createSimulatedClock(() => account.state, wallClock),
    wallClock,
    chaos: noFaults(),
    state: makeInitialState(options),
    change: (act) => changeAt(account.clock.nowMs(), act),
    runDueActions(untilMs = account.clock.nowMs()) {
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

  function changeAt<T>(nowMs: number, act: (changeset: Changeset) => T): T {
    const changeset = beginChangeset(account.state, nowMs);
    try {
      return act(changeset);
    } finally {
      enqueue(account.state, changeset.events, nowMs, account.chaos);
      account.notifyListeners();
    }
  }
}

/** Creates an empty state with the webhook destination from the options. */
export function makeInitialState(options: PaddleSimulatorOptions): State {
  const state = makeEmptyState();
  const destination = makeMainDestination(options.webhook);
  state.destinations[destination.id] = destination;
  return state;
}

/** The simulated clock: runs with the wall clock, ahead of it by the stored offset. */
interface SimulatedClock {
  nowMs(): number;
  /** Advances the clock; earlier times are ignored. */
  moveTo(ms: number): void;
}

function createSimulatedClock(state: () => { offsetMs: number }, wallClock: () => Date): SimulatedClock {
  const nowMs = () => wallClock().getTime() + state().offsetMs;
  return {
    nowMs,
    moveTo(ms) {
      if (ms > nowMs()) state().offsetMs += ms - nowMs();
    },
  };
}
