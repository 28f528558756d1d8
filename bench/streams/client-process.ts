import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NODE } from '#tests/support/server-process.ts';
import type { ClientCommand, ReceivedEvents, Target } from './clients.ts';

const ROUND_TIMEOUT_MS = 20_000;

/** The clients of one server, in their own process. */
export interface ClientProcess {
  pid: number | undefined;
  open(target: Target, count: number): Promise<void>;
  /** Runs `publish` and waits until every client has received the event. */
  receive(publish: () => Promise<unknown>): Promise<ReceivedEvents>;
  stop(): void;
}

export function startClients(): ClientProcess {
  const child = fork(join(import.meta.dirname, 'clients.ts'), { execPath: NODE, serialization: 'advanced' });
  const exited = new AbortController();
  child.once('exit', () => exited.abort());
  const next = async () => (await once(child, 'message', { signal: exited.signal }))[0] as unknown;
  const send = (command: ClientCommand) => void child.send(command);
  return {
    pid: child.pid,
    async open(target, count) {
      send({ kind: 'open', target, count });
      await next();
    },
    async receive(publish) {
      send({ kind: 'expect', timeoutMs: ROUND_TIMEOUT_MS });
      await next();
      const result = next();
      await publish();
      return (await result) as ReceivedEvents;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
