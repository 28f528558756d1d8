import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { limitCpuTime } from '#server/platform/limit-cpu-time.ts';
import type { ParseFeedOptions, PreparedFeed } from './feed.ts';
import { FeedError, type FeedErrorCode } from './feed-error.ts';
import type { FeedArticle } from './to-article.ts';

const SECOND_MS = 1000;
const LIMITS = {
  /** CPU time. */
  timeMs: 3 * SECOND_MS,
  memoryMb: 192,
  /** A process is replaced after this many feeds, so that nothing accumulates in it. */
  maxFeeds: 50,
  /** Longer than the usual time between two fetches of a source. */
  idleMs: 15 * 60 * SECOND_MS,
};
/** The signals with which V8 ends a process that is out of memory, by platform. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

export type FeedTask = { body: Uint8Array; options: ParseFeedOptions };
/** The items come in parts, then the rest of the feed or an error. */
export type FeedMessage =
  | { items: FeedArticle[] }
  | { feed: Omit<ParsedFeed, 'items'> }
  | { code: FeedErrorCode; message: string; cause: string };

/** A feed of articles that are ready to be stored. */
export interface ParsedFeed extends Omit<PreparedFeed, 'items'> {
  items: FeedArticle[];
}

/** A process that parses one feed at a time. */
interface Worker {
  process: ChildProcess;
  isReady: boolean;
  feeds: number;
}

export type FeedParser = (body: Buffer, options: ParseFeedOptions) => Promise<ParsedFeed>;

/**
 * Creates a parser that parses, sanitizes and classifies response bodies in child processes with a time limit, because a
 * hostile feed can keep a parser busy for minutes, and even a normal one would delay the server's responses. A worker thread
 * is not enough: if it runs out of memory it can crash the whole server (decision 14). A process is used again after a success, and replaced after a failure or a number of feeds.
 *
 * The parser throws a `FeedError` if the body is not a feed, is malformed, or takes too long to parse.
 */
export function createFeedParser(limits: Partial<typeof LIMITS> = {}): FeedParser {
  const { timeMs, memoryMb, maxFeeds, idleMs } = { ...LIMITS, ...limits };
  const idle = new Map<Worker, NodeJS.Timeout>();

  function takeWorker(): Worker {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (!isRunning(worker.process)) continue;
      setReferenced(worker.process, true);
      return worker;
    }
    return { process: startProcess(memoryMb), isReady: false, feeds: 0 };
  }

  /** An idle process does not prevent the server from exiting, and exits when the server is gone. */
  function keepForReuse(worker: Worker): void {
    setReferenced(worker.process, false);
    const end = () => {
      idle.delete(worker);
      worker.process.kill('SIGKILL');
    };
    idle.set(worker, setTimeout(end, idleMs).unref());
  }

  return async (body, options) => {
    const worker = takeWorker();
    let isReusable = false;
    try {
      const feed = await runTask(worker, { body, options }, timeMs);
      worker.feeds += 1;
      isReusable = worker.feeds < maxFeeds;
      return feed;
    } finally {
      if (isReusable) keepForReuse(worker);
      else await kill(worker.process);
    }
  };
}

/**
 * The child process cannot write files, start processes, or see the secrets in the server's environment. Its errors are
 * handled by the task that it runs.
 */
function startProcess(memoryMb: number): ChildProcess {
  return fork(fileURLToPath(new URL('./feed-worker.ts', import.meta.url)), {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--permission', '--allow-fs-read=*'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  }).on('error', () => {});
}

const isRunning = ({ pid, exitCode, signalCode, connected }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null && connected;

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** The limit starts when the process is ready: starting it is not the feed's work. */
async function runTask(worker: Worker, task: FeedTask, timeMs: number): Promise<ParsedFeed> {
  const { process: child } = worker;
  const { promise, resolve, reject } = Promise.withResolvers<ParsedFeed>();
  const items: FeedArticle[] = [];
  let removeLimit = () => {};
  const send = () => {
    worker.isReady = true;
    removeLimit = limitCpuTime(child.pid ?? 0, timeMs, () => reject(createTimeoutError(timeMs)));
    child.send(task);
  };
  const onMessage = (message: 'ready' | FeedMessage) => {
    if (message === 'ready') send();
    else if ('items' in message) items.push(...message.items);
    else if ('feed' in message) resolve({ ...message.feed, items });
    else reject(new FeedError(message.code, message.message, { cause: message.cause }));
  };
  const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
    reject(createExitError(code, signal));
  child.on('message', onMessage);
  child.on('error', reject);
  child.on('exit', onExit);
  try {
    if (worker.isReady) send();
    return await promise;
  } finally {
    removeLimit();
    child.off('message', onMessage);
    child.off('exit', onExit);
    child.off('error', reject);
  }
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
