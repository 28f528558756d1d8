import type { Config } from '#server/config/config.ts';
import type { Connector } from '#server/domains/imports/imports.ts';

/** Returns the configured files that are imported automatically. */
export function listConfiguredConnectors({ connectors }: Config): Connector[] {
  const { boardMeetingsUrl, bookClosuresUrl, pricesUrl, indexValuesUrl } = connectors;
  return [
    ...(boardMeetingsUrl === null ? [] : [{ kind: 'board-meetings', url: boardMeetingsUrl } as const]),
    ...(bookClosuresUrl === null ? [] : [{ kind: 'book-closures', url: bookClosuresUrl } as const]),
    ...(pricesUrl === null ? [] : [{ kind: 'prices', url: pricesUrl } as const]),
    ...(indexValuesUrl === null ? [] : [{ kind: 'index-values', url: indexValuesUrl } as const]),
  ];
}
