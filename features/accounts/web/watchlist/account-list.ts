import { ApiError } from '#core/web/api/call.ts';
import type { PersonalKey } from '#core/web/session/personal-storage.ts';
import {
  readPersonalValue,
  savePersonalValue,
  subscribeToPersonalValues,
} from '#core/web/session/personal-values.ts';
import { readUser } from '#core/web/session/session.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { parsePersonalList, type StoredList } from '#features/accounts/web/public/watchlist/personal-list.ts';

interface AccountListOptions {
  key: PersonalKey;
  /** The most items that a browser stores; the oldest ones are dropped. */
  max: number;
  failureTitle: string;
  /** The calls of the account's list. Each returns the whole list. */
  read: () => Promise<string[]>;
  set: (item: string, isIncluded: boolean) => Promise<string[]>;
  merge: (items: string[]) => Promise<string[]>;
  /** Items that do not match are not merged, because the server rejects a list with one of them. */
  pattern: RegExp;
}

/** A list of a user, on the account of a customer, else in the browser. */
export interface AccountList {
  /** Changes the list at once, and back with a toast if the account's list cannot be changed. */
  set: (item: string, isIncluded: boolean) => Promise<void>;
  /** Loads the list of the account, after adding what this browser stored before the sign-in. */
  sync: () => void;
  /** Returns whether the list is complete. What the browser stored is all of a visitor's, and may be out of date for a customer. */
  getState: () => ListState;
  /** Calls `listener` after each change of the list or its state. Returns a function that stops. */
  subscribe: (listener: () => void) => () => void;
}

/** `retrying`: the last load failed, and another one is running. */
export type ListState = 'loading' | 'loaded' | 'failed' | 'retrying';

/**
 * Creates a list that is stored in the browser, and of customers on the account too: the browser's copy shows at once what other tabs and pages
 * changed. A copy with `isMerged` is of the list on the account.
 */
export function createAccountList(options: AccountListOptions): AccountList {
  const { key, max, failureTitle, read, set, merge, pattern } = options;
  const readStored = () => parsePersonalList(readPersonalValue(key));
  const save = ({ items, isMerged }: StoredList) =>
    savePersonalValue(key, JSON.stringify(isMerged ? { items, isMerged } : items.slice(-max)));
  const getCustomer = () => {
    const user = readUser();
    return user === null || user.isAdmin ? null : user.email;
  };
  /** The emails of the customers whose list is or was loading, was loaded, and failed to load. */
  let synced: string | null = null;
  let loaded: string | null = null;
  let failed: string | null = null;
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  /** Calls run one after the other, and only the last one's list applies, so that no older list replaces a newer change. */
  let last: Promise<unknown> = Promise.resolve();

  function enqueue(customer: string, call: () => Promise<string[]>): Promise<void> {
    const run = async () => {
      // Another user may have signed in while the call waited, or during it.
      if (getCustomer() !== customer) return;
      const items = await call();
      if (getCustomer() !== customer || last !== current) return;
      loaded = customer;
      save({ items, isMerged: true });
      announce();
    };
    const current: Promise<void> = last.then(run, run);
    last = current;
    return current;
  }

  function reportFailure(customer: string): void {
    if (getCustomer() !== customer || loaded === customer) return;
    // The browser's copy is shown, and the next page tries again.
    synced = null;
    failed = customer;
    announce();
  }

  const list: AccountList = {
    getState() {
      const customer = getCustomer();
      if (customer === null || customer === loaded) return 'loaded';
      if (customer !== failed) return 'loading';
      return customer === synced ? 'retrying' : 'failed';
    },
    subscribe(listener) {
      listeners.add(listener);
      const unsubscribe = subscribeToPersonalValues(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
    sync() {
      const customer = getCustomer();
      if (customer === null) {
        synced = loaded = failed = null;
        return;
      }
      if (customer === synced) return;
      synced = customer;
      announce();
      const { items, isMerged } = readStored();
      const added = isMerged ? [] : items.filter((item) => pattern.test(item)).slice(-max);
      const call = added.length === 0 ? read : () => merge(added);
      enqueue(customer, call).catch(() => reportFailure(customer));
    },
    async set(item, isIncluded) {
      const before = readStored();
      const others = before.items.filter((other) => other !== item);
      save({ ...before, items: isIncluded ? [...others, item] : others });
      const customer = getCustomer();
      if (customer === null) return;
      // Before the sign-in was merged, the list of the account would lose what the browser stored.
      if (synced === null) list.sync();
      try {
        await enqueue(customer, () => set(item, isIncluded));
      } catch (error) {
        // The lists of a visitor or of another customer must not get this item.
        if (getCustomer() !== customer) return;
        const now = readStored();
        const rest = now.items.filter((other) => other !== item);
        save({ ...now, items: isIncluded ? rest : [...rest, item] });
        // The change may have replaced the load.
        reportFailure(customer);
        notify.error(failureTitle, await describe(error));
      }
    },
  };
  // A sign-in in this or another tab.
  if (!import.meta.env.SSR) subscribeToPersonalValues(() => list.sync());
  return list;
}

async function describe(error: unknown): Promise<string> {
  // Without a network the code that reads errors may fail to load.
  const errors = await import('#core/contract/errors.ts').catch(() => null);
  return (
    (error instanceof ApiError ? errors?.getFirstMessage(error.body, 'symbol') : undefined) ??
    'Check your connection and try again.'
  );
}
