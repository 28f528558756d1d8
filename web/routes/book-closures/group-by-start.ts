import type { BookClosure, BookClosureOrdering } from '#contract/corporate-actions/book-closures.ts';
import type { LocalDate } from '#contract/dates.ts';

export interface ClosureGroup {
  /** The date on which the closures start; `null` if the list is not ordered by date. */
  start: LocalDate | null;
  closures: BookClosure[];
}

/** Groups consecutive closures that start on the same date. */
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
