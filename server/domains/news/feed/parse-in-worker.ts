import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ParseFeedOptions, PreparedFeed } from './feed.ts';
import { FeedError, type FeedErrorCode } from './feed-error.ts';

const SECOND_MS = 1000;
const LIMITS = { timeMs: 3 * SECOND_MS, memoryMb: 192 };
/** The signals with which V8 ends a process that is out of memory, by platform. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

export type FeedTask = { body: Uint8Array; options: ParseFeedOptions };
export type FeedTaskResult = { feed: PreparedFeed } | { code: FeedErrorCode; message: string; cause: string };

/**
 * Parses and sanitizes a response body in a child process with a time limit, because a hostile feed can keep a parser busy
 * for minutes. A worker thread is not enough: if it runs out of memory it can crash the whole server (decision 14).
 *
 * @throws {FeedError} if the body is not a feed, is malformed, or takes too long to parse.
 */
export async function parseFeedInWorker(
  body: Buffer,
  options: ParseFeedOptions,
  limits: Partial<typeof LIMITS> = {},
): Promise<PreparedFeed> {
  const { timeMs, memoryMb } = { ...LIMITS, ...limits };
  const worker = startWorker(memoryMb);
  try {
    const result = await runTask(worker, { body, options }, timeMs);
    if ('feed' in result) {
      return result.feed;
    }
    throw new FeedError(result.code, result.message, { cause: result.cause });
  } finally {
    await kill(worker);
  }
}

/** The child process cannot write files, start processes, or see the secrets in the server's environment. */
function startWorker(memoryMb: number): ChildProcess {
  return fork(fileURLToPath(new URL('./feed-worker.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--permission', '--allow-fs-read=*'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.pid !== undefined && worker.exitCode === null && worker.signalCode === null) {
    const ended = once(worker, 'exit');
    worker.kill('SIGKILL');
    await ended;
  }
}

/** The time limit starts when the process is ready, because starting it takes longer on a busy machine. */
function runTask(worker: ChildProcess, task: FeedTask, timeMs: number): Promise<FeedTaskResult> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (settlePromise: () => void) => {
      clearTimeout(timer);
      settlePromise();
    };
    worker.on('message', (message: 'ready' | FeedTaskResult) => {
      if (message !== 'ready') {
        settle(() => resolve(message));
        return;
      }
      timer = setTimeout(() => reject(createTimeoutError(timeMs)), timeMs);
      worker.send(task);
    });
    worker.on('error', (error) => settle(() => reject(error)));
    worker.on('exit', (code, signal) => settle(() => reject(createExitError(code, signal))));
  });
}

function createTimeoutError(timeMs: number): FeedError {
  return new FeedError(
    'too_slow',
    `Parsing the feed took longer than ${timeMs / SECOND_MS} seconds and was stopped. If the problem persists, contact the publisher or disable the source.`,
  );
}

function createExitError(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal !== null && OUT_OF_MEMORY.includes(signal)) {
    return new FeedError(
      'broken',
      'Parsing the feed exceeded the memory limit and was stopped. If the problem persists, contact the publisher or disable the source.',
    );
  }
  return new Error(`The feed parser process exited unexpectedly (${signal ?? code}).`);
}
