/** The watchlist domain's interface for the other domains. */

export {
  deleteWatchlist,
  exportWatchlist,
  filterWatchedSymbols,
  listSignalEntrants,
  listWatchedSymbols,
  listWatchers,
  type UserPage,
} from './watchlist.queries.ts';
