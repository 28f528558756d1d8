/**
 * How a closure stands on a day in Karachi: active from its first to its last day, both included, upcoming before, and
 * closed when it is neither. Without a last day it is one day long.
 */
export function closureStatus(
  { bcFrom, bcTo }: { bcFrom: string; bcTo: string | null },
  today: string,
): { isActive: boolean; isUpcoming: boolean } {
  return { isActive: bcFrom <= today && today <= (bcTo ?? bcFrom), isUpcoming: today < bcFrom };
}
