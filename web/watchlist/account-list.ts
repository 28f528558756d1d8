import { getFirstMessage } from '#contract/errors.ts';
import { ApiError } from '#web/api/call.ts';
import type { PersonalKey } from '#web/session/personal-storage.ts';
import {
  readPersonalValue,
  savePersonalValue,
  subscribeToPersonalValues,
} from '#web/session/personal-values.ts';
import { readUser } from '#web/session/session.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { parsePersonalList, type StoredList } from './personal-list.ts';

interface AccountListOptions {
  key: PersonalKey;
  /** The most items that a browser stores; the oldest ones are dropped. */
  max: number;
  failureTitle: string;
  /** The calls of the account's list. Each returns the whole list. */
  read: () => Promise<string[]>;
  set: (item: string, isIncluded: boolean) => Promise<string[]>;
  merge: (items: string[]) => Promise<string[]>;
}

/** A list of a user, on the account of a customer, else in the browser. */
export interface AccountList {
  /** Changes the list at once, and back with a toast if the account's list cannot be changed. */
  set: (item: string, isIncluded: boolean) => Promise<void>;
  /** Loads the list of the account, after adding what this browser stored before the sign-in. */
  sync: () => void;
}

/**
 * Creates a list that is stored in the browser, and of customers on the account too: the browser's copy shows at once what other tabs and pages
 * changed. A copy with `isMerged` is that of the account.
 */
export function createAccountList(options: AccountListOptions): AccountList {
  const { key, max, failureTitle, read, set, merge } = options;
  const readStored = () => parsePersonalList(readPersonalValue(key));
  const save = ({ items, isMerged }: StoredList) =>
    savePersonalValue(key, JSON.stringify(isMerged ? { items, isMerged } : items.slice(-max)));
  const getCustomer = () => {
    const user = readUser();
    return user === null || user.isAdmin ? null : user.email;
  };
  /** The email of the customer whose list was loaded. */
  let synced: string | null = null;
  /** Calls run one after the other, and only the last one's list applies, so that no older list replaces a newer change. */
  let last: Promise<unknown> = Promise.resolve();

  function enqueue(customer: string, call: () => Promise<string[]>): Promise<void> {
    const run = async () => {
      const items = await call();
      // Another user may have signed in during the call.
      if (getCustomer() === customer && last === current) save({ items, isMerged: true });
    };
    const current: Promise<void> = last.then(run, run);
    last = current;
    return current;
  }

  const list: AccountList = {
    sync() {
      const customer = getCustomer();
      if (customer === null || customer === synced) {
        if (customer === null) synced = null;
        return;
      }
      synced = customer;
      const { items, isMerged } = readStored();
      const call = isMerged || items.length === 0 ? read : () => merge(items.slice(-max));
      enqueue(customer, call).catch(() => {
        // The browser's copy is shown, and the next page tries again.
        synced = null;
      });
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
        const now = readStored();
        const rest = now.items.filter((other) => other !== item);
        save({ ...now, items: isIncluded ? rest : [...rest, item] });
        notify.error(failureTitle, describe(error));
      }
    },
  };
  // A sign-in in this or another tab.
  if (!import.meta.env.SSR) subscribeToPersonalValues(() => list.sync());
  return list;
}

const describe = (error: unknown): string =>
  (error instanceof ApiError ? getFirstMessage(error.body, 'symbol') : undefined) ??
  'Check your connection and try again.';
