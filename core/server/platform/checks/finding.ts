import { formatTimestamp } from '#core/contract/dates.ts';
import type { Finding } from './checks.ts';

export const ok = (cause: string, figures?: Finding['figures']): Finding => ({
  state: 'ok',
  cause,
  action: null,
  ...(figures ? { figures } : {}),
});

/** Writes a number with its noun: `1 email waits`, `25 emails wait`. */
export const count = (number: number, one: string, many: string): string =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${many}`;

export const formatTime = (time: Date): string => formatTimestamp(time.toISOString());
