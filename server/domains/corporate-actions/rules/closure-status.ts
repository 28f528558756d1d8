/**
 * Returns the status of a closure on a date in Karachi: upcoming before it, active from its first to its last day, closed
 * after it. A closure without a last day lasts one day.
 */
export function getClosureStatus(
  { bcFrom, bcTo }: { bcFrom: string; bcTo: string | null },
  today: string,
): { isActive: boolean; isUpcoming: boolean } {
  return { isActive: bcFrom <= today && today <= (bcTo ?? bcFrom), isUpcoming: today < bcFrom };
}
