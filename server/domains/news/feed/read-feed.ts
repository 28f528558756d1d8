import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PreparedFeed, ReadFeedOptions } from './feed.ts';
import { FeedError, type FeedErrorCode } from './feed-error.ts';

export { FeedError };

const SECOND_MS = 1000;
const LIMITS = { timeMs: 3 * SECOND_MS, memoryMb: 192 };
/** How V8 ends a process that is out of memory, by platform. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

export type FeedTask = { body: Uint8Array; options: ReadFeedOptions };
export type TaskOutcome = { feed: PreparedFeed } | { code: FeedErrorCode; message: string; cause: string };

/**
 * What an outlet's answer has, parsed and made safe in a process of its own, which is ended after a while: a hostile
 * feed can keep a parser busy for minutes. A thread would not do, since one that runs out of memory can take
 * the whole server with it (decision 14).
 *
 * @throws {FeedError} for what is no feed, is broken, or takes too long.
 */
export async function readFeed(
  body: Buffer,
  options: ReadFeedOptions,
  limits: Partial<typeof LIMITS> = {},
): Promise<PreparedFeed> {
  const { timeMs, memoryMb } = { ...LIMITS, ...limits };
  const worker = startWorker(memoryMb);
  try {
    const outcome = await outcomeOf(worker, { body, options }, timeMs);
    if ('feed' in outcome) {
      return outcome.feed;
    }
    throw new FeedError(outcome.code, outcome.message, { cause: outcome.cause });
  } finally {
    await end(worker);
  }
}

/** It can write no file and start no process, and has none of the secrets in the server's environment. */
function startWorker(memoryMb: number): ChildProcess {
  return fork(fileURLToPath(new URL('./feed-worker.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--permission', '--allow-fs-read=*'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function end(worker: ChildProcess): Promise<void> {
  if (worker.pid !== undefined && worker.exitCode === null && worker.signalCode === null) {
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
  }
}

/** The limit counts from when the process is ready: its start takes as long as the machine is busy. */
function outcomeOf(worker: ChildProcess, task: FeedTask, timeMs: number): Promise<TaskOutcome> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (how: () => void) => {
      clearTimeout(timer);
      how();
    };
    worker.on('message', (message: 'ready' | TaskOutcome) => {
      if (message !== 'ready') {
        settle(() => resolve(message));
        return;
      }
      timer = setTimeout(() => reject(tooSlow(timeMs)), timeMs);
      worker.send(task);
    });
    worker.on('error', (error) => settle(() => reject(error)));
    worker.on('exit', (code, signal) => settle(() => reject(unexpectedEnd(code, signal))));
  });
}

function tooSlow(timeMs: number): FeedError {
  return new FeedError(
    'too_slow',
    `Reading the feed took longer than ${timeMs / SECOND_MS} seconds and was stopped. If that goes on, ask the outlet or disable the source.`,
  );
}

function unexpectedEnd(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal !== null && OUT_OF_MEMORY.includes(signal)) {
    return new FeedError(
      'broken',
      'Reading the feed took more memory than it may have and was stopped. If that goes on, ask the outlet or disable the source.',
    );
  }
  return new Error(`The process that reads a feed ended by itself (${signal ?? code}).`);
}
