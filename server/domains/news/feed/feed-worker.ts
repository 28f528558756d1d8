import { FeedError } from './feed-error.ts';
import { prepareFeed } from './parse/prepare-feed.ts';
import type { FeedTask, TaskOutcome } from './read-feed.ts';

/** A process for one feed: says that it is ready, gets the feed, gives what came of it, and is ended. */
process.once('message', (task: FeedTask) => process.send?.(outcomeOf(task)));
process.send?.('ready');

function outcomeOf({ body, options }: FeedTask): TaskOutcome {
  try {
    return { feed: prepareFeed(body, options) };
  } catch (error) {
    if (error instanceof FeedError) {
      return { code: error.code, message: error.message, cause: String(error.cause ?? '') };
    }
    return {
      code: 'broken',
      message: 'The feed is broken in a way that cannot be read. It may be mended at the next reading.',
      cause: String(error),
    };
  }
}
