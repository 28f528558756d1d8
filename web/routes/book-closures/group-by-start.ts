import type { BookClosure, BookClosureOrdering } from '#contract/corporate-actions/book-closures.ts';

export interface ClosureGroup {
  /** The day on which all of them begin; `null` for a list that is not in the order of days. */
  start: string | null;
  closures: BookClosure[];
}

/** Closures that begin on the same day stand together, in the order in which they come. */
export function groupByStart(closures: BookClosure[], ordering: BookClosureOrdering): ClosureGroup[] {
  if (ordering !== 'bc_from' && ordering !== '-bc_from') return [{ start: null, closures }];
  const groups: ClosureGroup[] = [];
  for (const closure of closures) {
    const last = groups.at(-1);
    if (last?.start === closure.bc_from) last.closures.push(closure);
    else groups.push({ start: closure.bc_from, closures: [closure] });
  }
  return groups;
}
