import { isIP } from 'node:net';
import type { Mode } from './read-settings.ts';

/** True if only users of this machine can reach a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** True for a demo that only users of this machine can reach: its passwords and its mailbox are open. */
export const isPrivateDemo = ({ mode, host }: { mode: Mode; host: string }) =>
  mode === 'demo' && isLoopbackHost(host);
