/** The watchlist domain's interface for the other domains. */

export {
  deleteWatchlist,
  exportWatchlist,
  listSignalEntrants,
  listWatchedSymbols,
  listWatchers,
} from './watchlist.queries.ts';
