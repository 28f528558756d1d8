import type { FetchResult, SourceWithCount } from '#server/domains/news/news.ts';
import { formatMinute } from './format-minute.ts';

/** Formats the result of a fetch as one line; `null` means that the source is already being fetched. */
export function describeFetch(result: FetchResult | null): string {
  switch (result?.kind) {
    case 'fetched':
      return `${result.new} new, ${result.existing} existing, ${result.rejected} rejected`;
    case 'failed':
      return result.error;
    case 'abandoned':
      return 'changed during the fetch; nothing was stored. Try again.';
    case undefined:
      return 'is already being fetched by a server';
  }
}

/** Formats a source and its health as one or two lines. */
export function describeSource(source: SourceWithCount): string {
  const { name, url, isEnabled, isSummaryOnly, articleCount, lastSuccessAt, lastError } = source;
  const properties = [
    isEnabled ? 'enabled' : 'disabled',
    ...(isSummaryOnly ? ['summary only'] : []),
    `${articleCount} ${articleCount === 1 ? 'article' : 'articles'}`,
    lastSuccessAt ? `last fetched ${formatMinute(lastSuccessAt)}` : 'never fetched',
  ];
  const line = `${name}  ${url}  ${properties.join(', ')}`;
  return lastError === null ? line : `${line}\n  ${lastError}`;
}
