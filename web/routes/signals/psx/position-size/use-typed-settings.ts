import { useSyncExternalStore } from 'react';
import {
  readPersonalValue,
  savePersonalValue,
  subscribeToPersonalValues,
} from '#web/session/personal-values.ts';
import type { TypedSettings } from './parse-settings.ts';

/** Both sides together cost what the track record subtracts by default, 0.40 %. */
const DEFAULTS: TypedSettings = { capital: '', risk: '1', fees: '0.20' };

const readSettings = () => readPersonalValue('positionSize');

/** Returns the settings, which all cards and tabs share, and a function that stores a change. */
export function useTypedSettings(): [TypedSettings, (change: Partial<TypedSettings>) => void] {
  const json = useSyncExternalStore(subscribeToPersonalValues, readSettings, () => null);
  const settings = toSettings(json);
  return [
    settings,
    (change) => savePersonalValue('positionSize', JSON.stringify({ ...settings, ...change })),
  ];
}

function toSettings(json: string | null): TypedSettings {
  const stored = parseObject(json);
  const read = (name: keyof TypedSettings) =>
    typeof stored[name] === 'string' ? stored[name] : DEFAULTS[name];
  return { capital: read('capital'), risk: read('risk'), fees: read('fees') };
}

function parseObject(json: string | null): Partial<Record<keyof TypedSettings, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}
