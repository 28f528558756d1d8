/** The interface of watchlists for the other features. */

export {
  deleteWatchlist,
  exportWatchlist,
  filterWatchedSymbols,
  insertEntered,
  listSignalEntrants,
  listWatchedSymbols,
  listWatchers,
  type UserPage,
} from './watchlist.queries.ts';
