import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Queryable } from '#server/platform/database.ts';
import { formatPositions } from './positions.ts';
import { createEventSource } from './signal-events.queries.ts';

/**
 * Returns the ID of the last event of these types. Call it before reading a list: the list then contains every change up to
 * it, because a change and its position are committed together, and a stream that resumes there sends every later one. Read
 * after the list, the position could be that of a change between the two, which neither would contain. A change that both
 * contain does no harm.
 */
export async function readLastEventId(db: Queryable, types: readonly SignalType[]): Promise<string> {
  const positions = await createEventSource(db).readPositions();
  return formatPositions(new Map(types.map((type) => [type, positions[type]])));
}
