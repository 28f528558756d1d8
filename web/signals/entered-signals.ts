import { useSyncExternalStore } from 'react';
import {
  readPersonalValue,
  savePersonalValue,
  subscribeToPersonalValues,
} from '#web/session/personal-values.ts';

/** Signals are listed for a limited time, so the oldest IDs can be dropped. */
const MAX_IDS = 200;

/** Returns whether the user marked the signal as entered in this browser, and a function that changes the mark. */
export function useEnteredSignal(
  id: string,
): [hasEntered: boolean, setEntered: (hasEntered: boolean) => void] {
  const hasEntered = useSyncExternalStore(
    subscribeToPersonalValues,
    () => readIds().includes(id),
    () => false,
  );
  return [hasEntered, (isEntered) => saveMark(id, isEntered)];
}

/** Returns the IDs of all signals that the user marked as entered in this browser. */
export function useEnteredSignals(): string[] {
  const stored = useSyncExternalStore(
    subscribeToPersonalValues,
    () => readPersonalValue('enteredSignals'),
    () => null,
  );
  return parseIds(stored);
}

function saveMark(id: string, isEntered: boolean): void {
  const others = readIds().filter((other) => other !== id);
  const ids = isEntered ? [...others, id] : others;
  savePersonalValue('enteredSignals', JSON.stringify(ids.slice(-MAX_IDS)));
}

const readIds = () => parseIds(readPersonalValue('enteredSignals'));

function parseIds(stored: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
