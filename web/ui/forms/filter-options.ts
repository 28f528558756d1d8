interface Narrowing {
  /** Part of the option, in any case. */
  sought: string;
  selected: readonly string[];
  /** How many are shown at most; what is selected has the first places. */
  max: number;
}

/** Which options a list shows, in their order, and how many more there are that match. */
export function filterOptions(
  options: readonly string[],
  { sought, selected, max }: Narrowing,
): { shown: readonly string[]; hidden: number } {
  const part = sought.trim().toLowerCase();
  const matching = options.filter((option) => option.toLowerCase().includes(part));
  if (matching.length <= max) return { shown: matching, hidden: 0 };
  const isSelected = new Set(selected);
  const first = [
    ...matching.filter((option) => isSelected.has(option)),
    ...matching.filter((option) => !isSelected.has(option)),
  ];
  const kept = new Set(first.slice(0, max));
  return { shown: matching.filter((option) => kept.has(option)), hidden: matching.length - max };
}
