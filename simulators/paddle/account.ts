import { type Catalog, makeCatalog } from './catalog/catalog.ts';
import { beginChangeset, type Changeset } from './lifecycle/changeset.ts';
import { advance, type Due, nextDue } from './lifecycle/renewals/due.ts';
import type { PaddleSimulatorOptions } from './options.ts';
import { type SimulatedClock, simulatedClock } from './state/clock.ts';
import { emptyState, type State } from './state/state.ts';
import { type ChaosSwitches, calm } from './webhooks/chaos.ts';
import { mainDestination } from './webhooks/destinations.ts';
import { enqueue } from './webhooks/enqueue.ts';

/** The one account that the stand-in keeps: all that its parts share. */
export interface Account {
  readonly options: PaddleSimulatorOptions;
  readonly catalog: Catalog;
  readonly clock: SimulatedClock;
  readonly wallClock: () => Date;
  chaos: ChaosSwitches;
  state: State;
  /** Makes one change: its events are filed and go out when deliveries are made. */
  change<T>(act: (changeset: Changeset) => T): T;
  /** Lets happen what is due by itself until an instant, each at its own time. Gives what happened. */
  settle(untilMs?: number): Due[];
  /** Hears of every change, also of deliveries. */
  onChange(listener: () => void): void;
  changed(): void;
}

export function createAccount(options: PaddleSimulatorOptions): Account {
  const listeners: (() => void)[] = [];
  const wallClock = options.wallClock ?? (() => new Date());

  const account: Account = {
    options,
    catalog: makeCatalog(options.catalog),
    clock: simulatedClock(() => account.state, wallClock),
    wallClock,
    chaos: calm(),
    state: freshState(options),
    change: (act) => changeAt(account.clock.nowMs(), act),
    settle(untilMs = account.clock.nowMs()) {
      const happened: Due[] = [];
      for (let due = nextDue(account.state); due && due.atMs <= untilMs; due = nextDue(account.state)) {
        const { atMs } = due;
        changeAt(atMs, (changeset) => advance(changeset, due as Due, options.dunningExhausted ?? 'cancel'));
        happened.push(due);
      }
      return happened;
    },
    onChange: (listener) => void listeners.push(listener),
    changed: () => {
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
      account.changed();
    }
  }
}

/** An account in which nothing has happened yet, with its one destination for webhooks. */
export function freshState(options: PaddleSimulatorOptions): State {
  const state = emptyState();
  const destination = mainDestination(options.webhook);
  state.destinations[destination.id] = destination;
  return state;
}
