import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE } from '#tests/support/server-process.ts';
import type { Receipt, ServiceCommand, ServiceOptions } from './service.ts';

/** A simulated service, in a process of its own. */
export interface Service {
  pid: number | undefined;
  url: string;
  /** Returns what has arrived since the last call. */
  takeReceipts(): Promise<Receipt[]>;
  openChats(count: number): Promise<void>;
  flood(seconds: number): Promise<void>;
  stop(): void;
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const child = fork(join(import.meta.dirname, 'service.ts'), { execPath: NODE, serialization: 'advanced' });
  const exited = new AbortController();
  child.once('exit', () => exited.abort());
  const run = async (command: ServiceCommand): Promise<unknown> => {
    child.send(command);
    const [{ result }] = (await once(child, 'message', { signal: exited.signal })) as [{ result: unknown }];
    return result;
  };
  return {
    pid: child.pid,
    url: (await run({ kind: 'start', options })) as string,
    takeReceipts: async () => (await run({ kind: 'receipts' })) as Receipt[],
    openChats: async (count) => void (await run({ kind: 'open-chats', count })),
    flood: async (seconds) => void (await run({ kind: 'flood', seconds })),
    stop: () => void child.kill('SIGKILL'),
  };
}
