import { parseClockOffset } from '#core/contract/api/clock-offset.ts';

/**
 * How far the server's clock is ahead of the browser's: 0, except in a demo whose clock was advanced. The document has the
 * offset, because it is constant and the page is cached; responses of the API report a later change.
 */
let offsetMs = import.meta.env.SSR ? 0 : parseClockOffset(document.documentElement.dataset.clockOffset);

/** Returns the server's current time. For the browser only: loaders use the `now` of their context. */
export const getNow = (): Date => new Date(toServerTime(Date.now()));

/** Converts a time of the browser's clock, such as `dataUpdatedAt` of a query, to the server's. */
export const toServerTime = (browserMs: number): number => browserMs + offsetMs;

/** Converts a time of the server, such as that of a rendered page, to the browser's clock. */
export const toBrowserTime = (serverMs: number): number => serverMs - offsetMs;

/** Applies the offset that a response reports; `null` is a response without one. */
export function updateClockOffset(header: string | null): void {
  if (header !== null) offsetMs = parseClockOffset(header);
}
