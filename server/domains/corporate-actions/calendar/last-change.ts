import { toKarachiDate } from '#contract/dates.ts';
import type { ChangeBus, ChangeTopic } from '#server/platform/change-bus.ts';
import type { Clock } from '#server/platform/clock.ts';

const CALENDAR_TOPICS: (ChangeTopic | null)[] = ['corporate-actions', 'market', null];

/**
 * Returns a function for the time at which a calendar may last have changed: the last change event that reached this
 * process, or midnight, because the default range moves with the date.
 */
export function trackLastChange(changes: ChangeBus, clock: Clock): () => Date {
  let changedAt = clock.now();
  changes.subscribe((topic) => {
    if (CALENDAR_TOPICS.includes(topic)) changedAt = clock.now();
  });
  return () => {
    const midnight = new Date(`${toKarachiDate(clock.now())}T00:00:00+05:00`);
    return changedAt > midnight ? changedAt : midnight;
  };
}
