import { FeedError } from './feed-error.ts';
import { prepareFeed } from './parse/prepare-feed.ts';
import type { FeedTask, FeedTaskResult } from './parse-in-worker.ts';

/** Parses feeds one after another: sends `ready`, then a result for each task. The parent process kills it. */
process.on('message', (task: FeedTask) => process.send?.(runTask(task)));
process.send?.('ready');

function runTask({ body, options }: FeedTask): FeedTaskResult {
  try {
    return { feed: prepareFeed(body, options) };
  } catch (error) {
    if (error instanceof FeedError) {
      return { code: error.code, message: error.message, cause: String(error.cause ?? '') };
    }
    return {
      code: 'broken',
      message: 'The feed is malformed and cannot be parsed. The source is retried automatically.',
      cause: String(error),
    };
  }
}
