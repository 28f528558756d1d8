import { browserStorage } from './browser-storage.ts';

const KEYS = {
  enteredSignals: 'tezi:entered-signals',
  positionSize: 'tezi:position-size',
  visits: 'tezi:visits',
  watchlist: 'tezi:watchlist',
} as const;
export type PersonalKey = keyof typeof KEYS;
/** The key of the email of the user whose values are stored. A visitor's values have no owner. */
const OWNER_KEY = 'tezi:personal-owner';

/**
 * The user's marks, settings of the calculator of position sizes and last visit of Today. Other users of this browser must not see them: after the
 * server ended the session only their owner reads them, and they are removed when another user stores something or when the
 * user logs out. A visitor's values stay readable after a sign-in. `user` is the email, `null` for visitors.
 */
export const personalStorage = {
  get(key: PersonalKey, user: string | null): string | null {
    return isReadableBy(user) ? browserStorage.get(KEYS[key]) : null;
  },

  set(key: PersonalKey, user: string | null, value: string): void {
    if (!isReadableBy(user)) personalStorage.clear();
    if (user !== null) browserStorage.set(OWNER_KEY, user);
    browserStorage.set(KEYS[key], value);
  },

  clear(): void {
    for (const key of [...Object.values(KEYS), OWNER_KEY]) browserStorage.remove(key);
  },
};

function isReadableBy(user: string | null): boolean {
  const owner = browserStorage.get(OWNER_KEY);
  return owner === null || owner === user;
}
