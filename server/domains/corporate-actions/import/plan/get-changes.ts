import type { EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { FieldChange, Values } from '#server/domains/imports/imports.ts';
import { getEventKey, getReference } from './event-key.ts';
import type { ExistingEvent } from './existing-events.ts';

/** Lists the values of an event that a record changes. */
export function getChanges(
  { values }: EventRecord,
  event: ExistingEvent,
  canChangeNames: boolean,
): FieldChange[] {
  // An administrator has decided on the filing, so importing it again changes nothing.
  if ('state' in values && values.state === 'waiting' && event.values.state !== 'waiting') return [];
  return Object.entries(values as Values).flatMap(([field, after]) => {
    const before = event.values[field] ?? null;
    if (after === undefined || after === before) return [];
    if (field === 'symbol' && after === null) return [];
    if (field === 'companyName' && !canChangeNames) return [];
    return [{ field, before, after }];
  });
}

/** Returns the key after the change: a new reference, or the symbol of a company without one, gives a better key. */
export function getUpdatedKey(record: EventRecord, event: ExistingEvent): string {
  if (record.reference === null && (record.symbol === null || getReference(event.eventKey) !== null))
    return event.eventKey;
  return getEventKey(record);
}
