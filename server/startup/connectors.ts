import type { Config } from '#server/config/config.ts';
import type { Connector } from '#server/domains/corporate-actions/corporate-actions.ts';

/** The addresses that are read by themselves, as configured. */
export function configuredConnectors({ connectors }: Config): Connector[] {
  const { boardMeetingsUrl, bookClosuresUrl } = connectors;
  return [
    ...(boardMeetingsUrl === null ? [] : [{ kind: 'board-meetings', url: boardMeetingsUrl } as const]),
    ...(bookClosuresUrl === null ? [] : [{ kind: 'book-closures', url: bookClosuresUrl } as const]),
  ];
}
