type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented' | 'repeat' | 'target'
>;

/** Elements that use the key themselves: for text, or to jump to an option. */
const USES_KEYS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Returns whether a key opens the search: Ctrl+K or Cmd+K anywhere, `/` only outside of fields. On some keyboards `/` needs
 * Shift.
 */
export function isSearchShortcut(event: Key, isSlashEnabled: boolean): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return false;
  const hasModifier = event.ctrlKey || event.metaKey;
  if (hasModifier) return event.key.toLowerCase() === 'k' && event.ctrlKey !== event.metaKey;
  return event.key === '/' && isSlashEnabled && !isField(event.target);
}

const isField = (target: EventTarget | null) =>
  (target as Partial<Element> | null)?.closest?.(USES_KEYS) != null;
