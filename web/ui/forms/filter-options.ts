interface FilterOptionsParams {
  /** A part of the option; the case is ignored. */
  search: string;
  selected: readonly string[];
  /** The maximum number of options, of which selected ones come first. */
  max: number;
}

/** Returns the matching options to show, in their order, and the number of those that are not shown. */
export function filterOptions(
  options: readonly string[],
  { search, selected, max }: FilterOptionsParams,
): { shown: readonly string[]; hidden: number } {
  const part = search.trim().toLowerCase();
  const matching = options.filter((option) => option.toLowerCase().includes(part));
  if (matching.length <= max) return { shown: matching, hidden: 0 };
  const isSelected = new Set(selected);
  const first = [
    ...matching.filter((option) => isSelected.has(option)),
    ...matching.filter((option) => !isSelected.has(option)),
  ];
  const shown = new Set(first.slice(0, max));
  return { shown: matching.filter((option) => shown.has(option)), hidden: matching.length - max };
}
