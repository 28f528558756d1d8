import { browserStorage } from '#core/web/session/browser-storage.ts';

const KEY = 'tezi:watch-key';

/** Returns whether `s` watches the focused company. Users of speech input need to turn off keys without modifiers. */
export const isWatchKeyEnabled = () => browserStorage.get(KEY) !== 'off';

export function setWatchKeyEnabled(isEnabled: boolean): void {
  if (isEnabled) browserStorage.remove(KEY);
  else browserStorage.set(KEY, 'off');
}
