/** The watchlist domain's interface for the other domains. */

export {
  deleteWatchlist,
  exportWatchlist,
  listEnteredSignals,
  listSignalEntrants,
  listWatchedSymbols,
  listWatchers,
} from './watchlist.queries.ts';
