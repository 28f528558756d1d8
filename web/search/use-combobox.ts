import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import type { SearchGroup } from './search-groups.tsx';
import { getOptionId, listOptions } from './search-options.tsx';

/**
 * Selects among the options by keys, as in the combobox pattern of the ARIA Authoring Practices Guide. The first option is selected
 * until the user moves. Enter opens the selected option, and waits for the results of what was typed.
 */
export function useCombobox(groups: readonly SearchGroup[], isCurrent: boolean) {
  const options = listOptions(groups);
  const [moved, setMoved] = useState<string | null>(null);
  const [isEnterWaiting, setIsEnterWaiting] = useState(false);
  const active = moved !== null && options.includes(moved) ? moved : options[0];

  // An effect event, because only the arrival of results opens the option.
  const openFirst = useEffectEvent(() => {
    setIsEnterWaiting(false);
    if (active !== undefined) openOption(active);
  });
  useEffect(() => {
    if (isEnterWaiting && isCurrent) openFirst();
  }, [isEnterWaiting, isCurrent]);
  useEffect(() => {
    if (active !== undefined && moved !== null) findOption(active)?.scrollIntoView({ block: 'nearest' });
  }, [active, moved]);

  const move = (step: number) => {
    const index = active === undefined ? -1 : options.indexOf(active);
    setMoved(options.at((index + step) % options.length) ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || options.length === 0) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key !== 'Enter') return;
    else if (isCurrent || moved !== null) openOption(active as string, event);
    else setIsEnterWaiting(true);
    event.preventDefault();
  };
  const reset = () => {
    setMoved(null);
    setIsEnterWaiting(false);
  };
  return {
    options,
    active,
    activeId: active === undefined ? undefined : getOptionId(active),
    onKeyDown,
    reset,
  };
}

const findOption = (to: string) => document.getElementById(getOptionId(to));

/** Presses the link of an option, with the modifiers of the key, so that Ctrl+Enter opens a new tab. */
function openOption(to: string, modifiers: Pick<MouseEventInit, 'ctrlKey' | 'metaKey' | 'shiftKey'> = {}) {
  const { ctrlKey, metaKey, shiftKey } = modifiers;
  const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey } as MouseEventInit;
  findOption(to)?.dispatchEvent(new MouseEvent('click', press));
}
