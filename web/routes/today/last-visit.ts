import { useEffect, useState } from 'react';
import type { Signal } from '#contract/signals/signal.ts';
import { getNow } from '#web/api/server-clock.ts';
import { readPersonalValue, savePersonalValue } from '#web/session/personal-values.ts';

/** Who returns within this time continues the same visit. */
const VISIT_MS = 30 * 60_000;

/** Times in RFC 3339. */
export interface Visits {
  /** When the page was last open. */
  seenAt: string;
  /** When it was last open in the visit before; `null` in the first visit. */
  previousAt: string | null;
}

/**
 * Returns when the user last had the page open in an earlier visit in this browser, and stores that it is open now; `null` in the
 * first visit, and until the page is hydrated.
 */
export function useLastVisit(): string | null {
  const [previousAt, setPreviousAt] = useState<string | null>(null);
  useEffect(() => {
    const visits = addVisit(readVisits(), getNow());
    savePersonalValue('visits', JSON.stringify(visits));
    setPreviousAt(visits.previousAt);
  }, []);
  return previousAt;
}

export function addVisit(stored: Visits | null, now: Date): Visits {
  const seenAt = now.toISOString();
  if (stored === null) return { seenAt, previousAt: null };
  const isNew = now.getTime() - Date.parse(stored.seenAt) > VISIT_MS;
  return { seenAt, previousAt: isNew ? stored.seenAt : stored.previousAt };
}

function readVisits(): Visits | null {
  try {
    const stored = JSON.parse(readPersonalValue('visits') ?? 'null') as Partial<Visits> | null;
    const { seenAt, previousAt = null } = stored ?? {};
    const isTime = (value: unknown) => !Number.isNaN(Date.parse(String(value)));
    if (seenAt === undefined || !isTime(seenAt)) return null;
    return { seenAt, previousAt: previousAt !== null && isTime(previousAt) ? previousAt : null };
  } catch {
    return null;
  }
}

/** Returns what happened to a signal since a time; `null` if nothing. */
export function describeNews(
  { created_at, changed_at, level_changes }: Pick<Signal, 'created_at' | 'changed_at' | 'level_changes'>,
  since: string,
): 'New' | 'Changed' | null {
  const isAfter = (time: string | null) => time !== null && Date.parse(time) > Date.parse(since);
  if (isAfter(created_at)) return 'New';
  const isChanged = isAfter(changed_at) || level_changes.some((change) => isAfter(change.changed_at));
  return isChanged ? 'Changed' : null;
}
