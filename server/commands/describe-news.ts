import type { CountedSource, FetchResult } from '#server/domains/news/news.ts';

/** One line for the operator: what came of reading a source; `null` when somebody else was reading it. */
export function describeReading(reading: FetchResult | null): string {
  switch (reading?.kind) {
    case 'read':
      return `${reading.new} new, ${reading.known} known, ${reading.refused} refused`;
    case 'failed':
      return reading.error;
    case 'given-up':
      return 'changed while it was read; nothing was stored. Try again.';
    case undefined:
      return 'is being read by a server at this moment';
  }
}

/** A source and its health, in a line or two. */
export function describeSource(source: CountedSource): string {
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
