import { readPersonalValue, savePersonalValue } from '#web/session/personal-values.ts';

/** Who returns within this time continues the same visit. */
const VISIT_MS = 30 * 60_000;

/** When the page was opened, and until where it showed what had happened. */
export interface Visit {
  /** In RFC 3339. */
  at: string;
  /** The position of `listSignalChanges`. */
  position: string;
}

export interface Visits {
  /** When the page was opened last. */
  seen: Visit;
  /** The same of the visit before; `null` in the first visit. */
  previous: Visit | null;
}

/** Returns the visit before this one in this browser; `null` in the first one. */
export const findPreviousVisit = (now: Date): Visit | null => continueVisit(readVisits(), now);

/** Stores that the user has seen what happened until a position. */
export function saveVisit(position: string, now: Date): void {
  const seen = { at: now.toISOString(), position };
  savePersonalValue('visits', JSON.stringify({ seen, previous: findPreviousVisit(now) }));
}

/** Returns the visit before the one that the stored visits continue at a time. */
export function continueVisit(stored: Visits | null, now: Date): Visit | null {
  if (stored === null) return null;
  const isNew = now.getTime() - Date.parse(stored.seen.at) > VISIT_MS;
  return isNew ? stored.seen : stored.previous;
}

function readVisits(): Visits | null {
  try {
    const { seen, previous } = JSON.parse(readPersonalValue('visits') ?? '{}') as Partial<Visits>;
    return isVisit(seen) ? { seen, previous: isVisit(previous) ? previous : null } : null;
  } catch {
    return null;
  }
}

const isVisit = (visit: Partial<Visit> | null | undefined): visit is Visit =>
  typeof visit?.position === 'string' && !Number.isNaN(Date.parse(String(visit.at)));
