import { groupByLength, serveTasks } from '#core/server/platform/task-processes/serve-tasks.ts';
import type { TaskMessage } from '#core/server/platform/task-processes/task-processes.ts';
import { FeedError, type PreparedItem } from './feed.ts';
import { prepareFeed } from './parse/prepare-feed.ts';
import type { FeedResult, FeedTask } from './parse-in-worker.ts';
import { type FeedArticle, toArticle } from './to-article.ts';

serveTasks(runTask);

function* runTask({ body, options }: FeedTask): Generator<TaskMessage<FeedArticle[], FeedResult>> {
  try {
    const { items, ...feed } = prepareFeed(body, options);
    for (const part of groupByLength(toArticles(items), getLength)) yield { part };
    yield { result: { feed } };
  } catch (error) {
    const result =
      error instanceof FeedError
        ? { code: error.code, message: error.message, cause: String(error.cause ?? '') }
        : {
            code: 'broken' as const,
            message: 'The feed is malformed and cannot be parsed. The source is retried automatically.',
            cause: String(error),
          };
    yield { result };
  }
}

function* toArticles(items: readonly PreparedItem[]): Generator<FeedArticle> {
  for (const item of items) yield toArticle(item);
}

const getLength = ({ article, raw }: FeedArticle) =>
  article.content.length + (raw.content?.length ?? 0) + (raw.summary?.length ?? 0);
