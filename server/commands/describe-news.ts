import type { FetchResult, SourceWithCount } from '#server/domains/news/news.ts';

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

/** A source and its health, in a line or two. */
export function describeSource(source: SourceWithCount): string {
  const { name, url, isEnabled, isSummaryOnly, articleCount, lastSuccessAt, lastError } = source;
  const facts = [
    isEnabled ? 'enabled' : 'disabled',
    ...(isSummaryOnly ? ['summary only'] : []),
    `${articleCount} ${articleCount === 1 ? 'article' : 'articles'}`,
    lastSuccessAt ? `last read ${minute(lastSuccessAt)}` : 'never read',
  ];
  const line = `${name}  ${url}  ${facts.join(', ')}`;
  return lastError === null ? line : `${line}\n  ${lastError}`;
}

const minute = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
