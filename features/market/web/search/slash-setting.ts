import { browserStorage } from '#core/web/session/browser-storage.ts';

const KEY = 'tezi:search-slash';

/** Returns whether `/` opens the search. Users of speech input need to turn off keys without modifiers. */
export const isSlashEnabled = () => browserStorage.get(KEY) !== 'off';

export function setSlashEnabled(isEnabled: boolean): void {
  if (isEnabled) browserStorage.remove(KEY);
  else browserStorage.set(KEY, 'off');
}
