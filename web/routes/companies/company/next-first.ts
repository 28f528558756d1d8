/** Orders dated items, given latest first: those that are due with the next one first, then past ones with the latest first. */
export function orderNextFirst<Item>(
  latestFirst: readonly Item[],
  isDue: (item: Item) => boolean,
  maxPast: number,
): Item[] {
  const due = latestFirst.filter(isDue).toReversed();
  return [...due, ...latestFirst.filter((item) => !isDue(item)).slice(0, maxPast)];
}
