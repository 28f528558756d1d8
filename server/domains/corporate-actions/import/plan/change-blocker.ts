import { formatShortDate } from '#contract/dates.ts';
import type { EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import { quote } from '#server/domains/imports/imports.ts';
import type { ExistingEvent } from './existing-events.ts';

/** Returns the reason why a record must not change an event, as a sentence, or `null` if it may. */
export const getChangeBlocker = (record: EventRecord, event: ExistingEvent): string | null =>
  getCompanyConflict(record, event) ?? getIncompleteMove(record, event);

/** Prevents sources that use the same references from overwriting each other's events. */
function getCompanyConflict({ reference, symbol }: EventRecord, { values }: ExistingEvent): string | null {
  if (symbol === null || !values.symbol || symbol === values.symbol) return null;
  return (
    `The reference ${quote(reference ?? '')} belongs to an event of ${values.symbol}, not ${symbol}. ` +
    'References must be unique across companies and files.'
  );
}

/** Prevents moving a closure without a new end and ex-date to replace the old ones. */
function getIncompleteMove({ values }: EventRecord, event: ExistingEvent): string | null {
  const { bcFrom, bcTo, exDate } = event.values;
  if (!('bcFrom' in values) || !values.bcFrom || !bcFrom || values.bcFrom === bcFrom) return null;
  const isEndMissing = Boolean(bcTo) && !('bcTo' in values);
  const isExDateMissing = Boolean(exDate) && !('exDate' in values);
  if (!isEndMissing && !isExDateMissing) return null;
  return (
    `The closure moves from ${formatShortDate(bcFrom)} to ${formatShortDate(values.bcFrom)}. Add the columns ` +
    'bc_to and ex_date to the table, blank if unknown.'
  );
}
