/**
 * The navigation state of a link that returns from an item to its list, such as "Back to News". Only these links restore the
 * position in the list; any other link, such as one of the menu, starts at the top.
 */
export const RETURN_TO_LIST = { returnsToList: true };

/** Returns whether a location was reached by such a link. */
export const isReturnToList = (state: unknown): boolean =>
  (state as Partial<typeof RETURN_TO_LIST> | null)?.returnsToList === true;
