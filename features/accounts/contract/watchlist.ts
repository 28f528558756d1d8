import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';

export const MAX_WATCHED_COMPANIES = 500;
/** The marks of more signals replace the oldest ones: signals are open for a limited time. */
export const MAX_ENTERED_SIGNALS = 500;

const symbol = /* @__PURE__ */ z.string().check(z.toUpperCase(), z.regex(SYMBOL_PATTERN));

/** The companies that a customer watches, as symbols in alphabetical order. */
const Watchlist = z.object({ symbols: z.array(z.string()) });

/** The signals that a customer entered, as IDs, the newest mark last. */
const EnteredSignals = z.object({ ids: z.array(z.string()) });

export const readWatchlist = defineEndpoint({
  method: 'GET',
  path: '/customers/watchlist/',
  summary: 'List the companies that the signed-in customer watches',
  access: 'customer',
  response: Watchlist,
});

/** Repeating it changes nothing. A symbol to add that no company has, or that exceeds the limit, is an error of `symbol`. */
export const setWatched = defineEndpoint({
  method: 'POST',
  path: '/customers/watchlist/',
  summary: 'Add a company to the watchlist, or remove it',
  access: 'customer',
  body: z.object({ symbol, is_watched: z.boolean() }),
  response: Watchlist,
});

/** Adds what a browser stored before the sign-in. Repeating it changes nothing. */
export const mergeWatchlist = defineEndpoint({
  method: 'POST',
  path: '/customers/watchlist/merge/',
  summary: 'Add several companies to the watchlist',
  access: 'customer',
  isAutomatic: true,
  body: z.object({ symbols: z.array(symbol).check(z.maxLength(MAX_WATCHED_COMPANIES)) }),
  response: z.extend(Watchlist, {
    /** Those that were not added: no company has the symbol, or the watchlist is full. */
    rejected: z.array(z.string()),
  }),
});

export const readEnteredSignals = defineEndpoint({
  method: 'GET',
  path: '/customers/entered-signals/',
  summary: 'List the signals that the signed-in customer entered',
  access: 'customer',
  response: EnteredSignals,
});

/** Repeating it changes nothing. A signal to mark that the customer may not read is not found. */
export const setEntered = defineEndpoint({
  method: 'POST',
  path: '/customers/entered-signals/',
  summary: 'Mark a signal as entered, or remove the mark',
  access: 'customer',
  body: z.object({ id: z.uuid(), is_entered: z.boolean() }),
  response: EnteredSignals,
});

/**
 * Adds what a browser stored before the sign-in, oldest first, without signals that the customer may not read and those above the limit.
 * Repeating it changes nothing.
 */
export const mergeEnteredSignals = defineEndpoint({
  method: 'POST',
  path: '/customers/entered-signals/merge/',
  summary: 'Mark several signals as entered',
  access: 'customer',
  isAutomatic: true,
  body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(MAX_ENTERED_SIGNALS)) }),
  response: EnteredSignals,
});

/** The fields of the export of an account. Not a schema, whose fields another one could only take with code that pages would load. */
export const watchlistExportFields = {
  watchlist: z.array(z.object({ symbol: z.string(), added_at: timestamp })),
  entered_signals: z.array(z.object({ signal_id: z.string(), entered_at: timestamp })),
};
