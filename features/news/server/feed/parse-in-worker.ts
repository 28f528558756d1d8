import {
  createTaskRunner,
  type TaskLimits,
  TaskStoppedError,
} from '#core/server/platform/task-processes/task-processes.ts';
import { FeedError, type FeedErrorCode, type ParseFeedOptions, type PreparedFeed } from './feed.ts';
import type { FeedArticle } from './to-article.ts';

const SECOND_MS = 1000;
const LIMITS: TaskLimits = {
  timeMs: 3 * SECOND_MS,
  memoryMb: 192,
  maxTasks: 50,
  /** Longer than the usual time between two fetches of a source. */
  idleMs: 15 * 60 * SECOND_MS,
};

export type FeedTask = { body: Uint8Array; options: ParseFeedOptions };
/** The feed without its items, which are the parts, or an error. */
export type FeedResult =
  | { feed: Omit<ParsedFeed, 'items'> }
  | { code: FeedErrorCode; message: string; cause: string };

/** A feed of articles that are ready to be stored. */
export interface ParsedFeed extends Omit<PreparedFeed, 'items'> {
  items: FeedArticle[];
}

export type FeedParser = (body: Buffer, options: ParseFeedOptions) => Promise<ParsedFeed>;

/**
 * Creates a parser that parses, sanitizes and classifies response bodies in child processes. It throws a `FeedError` if the body
 * is not a feed, is malformed, or takes too long to parse.
 */
export function createFeedParser(limits: Partial<TaskLimits> = {}): FeedParser {
  const all = { ...LIMITS, ...limits };
  const module = new URL('./feed-worker.ts', import.meta.url);
  const run = createTaskRunner<FeedTask, FeedArticle[], FeedResult, Omit<ParsedFeed, 'items'>>(
    module,
    all,
    (result) => {
      if ('feed' in result) return result.feed;
      throw new FeedError(result.code, result.message, { cause: result.cause });
    },
  );
  return async (body, options) => {
    const items: FeedArticle[] = [];
    try {
      const feed = await run({ body, options }, (part) => items.push(...part));
      return { ...feed, items };
    } catch (error) {
      throw error instanceof TaskStoppedError ? describeStop(error, all.timeMs) : error;
    }
  };
}

function describeStop({ exceeded }: TaskStoppedError, timeMs: number): FeedError {
  const next = 'and was stopped. If the problem persists, contact the publisher or disable the source.';
  return exceeded === 'time'
    ? new FeedError('too_slow', `Parsing the feed took longer than ${timeMs / SECOND_MS} seconds ${next}`)
    : new FeedError('broken', `Parsing the feed exceeded the memory limit ${next}`);
}
