import { toKarachiDate } from '#contract/dates.ts';
import type { ChangeBus, ChangeTopic } from '#server/platform/change-bus.ts';
import type { Clock } from '#server/platform/clock.ts';

const CALENDAR_TOPICS: (ChangeTopic | null)[] = ['corporate-actions', 'market', null];

/**
 * Gives when a calendar may have changed last: at a change, as far as this process has heard of one, and at midnight, for
 * calendars begin so many days ago.
 */
export function keepLastChange(changes: ChangeBus, clock: Clock): () => Date {
  let heardAt = clock.now();
  changes.subscribe((topic) => {
    if (CALENDAR_TOPICS.includes(topic)) heardAt = clock.now();
  });
  return () => {
    const midnight = new Date(`${toKarachiDate(clock.now())}T00:00:00+05:00`);
    return heardAt > midnight ? heardAt : midnight;
  };
}
