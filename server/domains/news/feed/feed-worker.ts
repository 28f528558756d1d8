import { FeedError } from './feed-error.ts';
import { prepareFeed } from './parse/prepare-feed.ts';
import type { FeedMessage, FeedTask } from './parse-in-worker.ts';
import { type FeedArticle, toArticle } from './to-article.ts';

/** Receiving a message blocks the server, so a feed is sent in parts of about this many characters. */
const MAX_MESSAGE_LENGTH = 64_000;

/** Parses feeds one after another: sends `ready`, then the messages of each task. The parent process kills it. */
process.on('message', (task: FeedTask) => {
  for (const message of runTask(task)) process.send?.(message);
});
process.send?.('ready');

function* runTask({ body, options }: FeedTask): Generator<FeedMessage> {
  try {
    const { items, ...feed } = prepareFeed(body, options);
    let part: FeedArticle[] = [];
    let length = 0;
    for (const item of items) {
      const article = toArticle(item);
      part.push(article);
      length += getLength(article);
      if (length < MAX_MESSAGE_LENGTH) continue;
      yield { items: part };
      part = [];
      length = 0;
    }
    yield { items: part };
    yield { feed };
  } catch (error) {
    yield error instanceof FeedError
      ? { code: error.code, message: error.message, cause: String(error.cause ?? '') }
      : {
          code: 'broken',
          message: 'The feed is malformed and cannot be parsed. The source is retried automatically.',
          cause: String(error),
        };
  }
}

const getLength = ({ article, raw }: FeedArticle) =>
  article.content.length + (raw.content?.length ?? 0) + (raw.summary?.length ?? 0);
