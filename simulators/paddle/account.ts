import type { CountryCode } from '@paddle/paddle-node-sdk';
import * as z from 'zod/mini';
import { type Catalog, makeCatalog, type PaddleSimulatorOptions } from './catalog.ts';
import { invalidFields } from './errors.ts';
import {
  type DunningExhausted,
  endSubscription,
  getNextRetryMs,
  pauseNow,
  renewSubscription,
  retryPayment,
} from './lifecycle/renewals.ts';
import {
  beginChangeset,
  type Card,
  type Changeset,
  makeEmptyState,
  makeId,
  type State,
  type StoredEvent,
  type Subscription,
} from './state.ts';

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

/** An automatic change of a subscription that is due at a time. */
export interface DueAction {
  subscriptionId: string;
  atMs: number;
  kind: 'renewal' | 'scheduled_change' | 'retry';
}

/** Returns the next automatic action of the account, of one kind if given; `null` when there is none. */
export function getNextDue(state: State, kind?: DueAction['kind']): DueAction | null {
  let next: DueAction | null = null;
  for (const subscription of Object.values(state.subscriptions)) {
    const due = findNextDue(state, subscription);
    if (!due || (kind && due.kind !== kind)) continue;
    if (next === null || due.atMs < next.atMs) next = due;
  }
  return next;
}

/** Runs a due action. */
function advance(
  changeset: Changeset,
  { subscriptionId, kind }: DueAction,
  whenExhausted: DunningExhausted,
): void {
  const subscription = changeset.state.subscriptions[subscriptionId];
  if (!subscription) return;
  if (kind === 'retry') retryPayment(changeset, subscription, whenExhausted);
  else if (kind === 'scheduled_change') applyScheduledChange(changeset, subscription);
  else if (subscription.next_billed_at)
    renewSubscription(changeset, subscription, subscription.next_billed_at);
}

function findNextDue(state: State, subscription: Subscription): DueAction | null {
  const { id: subscriptionId, status, scheduled_change: change, next_billed_at: nextBilledAt } = subscription;
  const dues: DueAction[] = [];
  if (change) {
    dues.push({ subscriptionId, atMs: Date.parse(change.effective_at), kind: 'scheduled_change' });
  } else if (nextBilledAt && (status === 'active' || status === 'trialing')) {
    dues.push({ subscriptionId, atMs: Date.parse(nextBilledAt), kind: 'renewal' });
  }
  const internals = state.backstage[subscriptionId];
  const retryMs = status === 'past_due' && internals ? getNextRetryMs(internals) : null;
  if (retryMs !== null) dues.push({ subscriptionId, atMs: retryMs, kind: 'retry' });
  return dues.sort((one, other) => one.atMs - other.atMs)[0] ?? null;
}

function applyScheduledChange(changeset: Changeset, subscription: Subscription): void {
  const change = subscription.scheduled_change;
  if (change?.action === 'cancel') endSubscription(changeset, subscription, change.effective_at);
  if (change?.action === 'pause') pauseNow(changeset, subscription);
}

export interface IdParams {
  Params: { id: string };
}

/** Parses external input, and rejects it with Paddle's error format, field by field. */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = z.safeParse(schema, input ?? {});
  if (result.success) return result.data;
  throw invalidFields(
    result.error.issues.map(({ path, message }) => ({
      field: path.join('.') || 'body',
      message: message || 'Invalid',
    })),
  );
}

const MAX_EMAIL_LENGTH = 320;
const MAX_CUSTOM_DATA_LENGTH = 5_000;

export const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_EMAIL_LENGTH),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter an email address.'),
  );

/** Accepts digits with spaces or hyphens. */
export const cardNumber = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{12,19}$/, 'Enter the number on the card.')),
);

export const countryCode = z.pipe(
  z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country.')),
  z.transform((code) => code as CountryCode),
);

/** Accepts any JSON object up to a maximum size. */
export const customData = z
  .record(z.string(), z.unknown())
  .check(z.refine((data) => JSON.stringify(data).length <= MAX_CUSTOM_DATA_LENGTH, 'Too long.'));

export const quantity = z._default(z.int().check(z.gte(1), z.lte(999)), 1);

/** The fields of a card as entered in a form. */
export const cardFields = z.object({
  cardNumber,
  expiry: z
    .string()
    .check(z.trim(), z.regex(/^(0[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/, 'Enter month and year, as 09 / 30.')),
  cvc: z.string().check(z.trim(), z.regex(/^\d{3,4}$/, 'Enter the three digits on the back.')),
  cardholderName: z.string().check(z.trim(), z.minLength(1, 'Enter the name on the card.'), z.maxLength(200)),
});

/** Rejects a card that has expired on the simulated clock. */
export function toCard(input: z.infer<typeof cardFields>, { clock }: Account): Card {
  const [month = '', year = ''] = input.expiry.split('/').map((part) => part.trim());
  const expiryMonth = Number(month);
  const expiryYear = Number(year.length === 2 ? `20${year}` : year);
  // Date.UTC counts months from 0: this is the first instant after the month on the card.
  if (Date.UTC(expiryYear, expiryMonth) <= clock.nowMs()) {
    throw invalidFields([{ field: 'expiry', message: 'This card has expired.' }]);
  }
  return { number: input.cardNumber, cardholderName: input.cardholderName, expiryMonth, expiryYear };
}
