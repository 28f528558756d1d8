/** What the hooks of a filtered list need to know of it; a constant of its page. */
export interface KeptList<Filters> {
  /** Nothing filtered, the first page. */
  none: Filters;
  /** The page's address with these filters; what is as usual is left out. */
  addressOf: (filters: Filters) => string;
  /** Whether the address asks for nothing, so that the stored preferences may fill it. */
  isEmptyAddress: (address: URLSearchParams) => boolean;
  readStored: () => { filters: Filters; lastViewedId?: number | null };
  storeFilters: (filters: Filters) => void;
}
