import { formatShortDate } from '#contract/dates.ts';
import { quoted } from '#server/domains/corporate-actions/import/parse/quoted.ts';
import type { EventRecord } from '#server/domains/corporate-actions/import/parse/records.ts';
import type { KnownEvent } from './existing-events.ts';

/** Why an event must not become what a record says of it, as a sentence; `null` when it may. */
export const whyNotChanged = (record: EventRecord, event: KnownEvent): string | null =>
  ofAnotherCompany(record, event) ?? halfMoved(record, event);

/** Sources that number their events alike would otherwise write over each other's. */
function ofAnotherCompany({ reference, symbol }: EventRecord, { values }: KnownEvent): string | null {
  if (symbol === null || !values.symbol || symbol === values.symbol) return null;
  return (
    `The reference ${quoted(reference ?? '')} is that of an event of ${values.symbol}, not of ${symbol}: ` +
    'references have to differ between companies and files.'
  );
}

/** An end and an ex-date that were of another beginning would be wrong without anybody having said them. */
function halfMoved({ values }: EventRecord, event: KnownEvent): string | null {
  const { bcFrom, bcTo, exDate } = event.values;
  if (!('bcFrom' in values) || !values.bcFrom || !bcFrom || values.bcFrom === bcFrom) return null;
  const isEndKept = Boolean(bcTo) && !('bcTo' in values);
  const isExDateKept = Boolean(exDate) && !('exDate' in values);
  if (!isEndKept && !isExDateKept) return null;
  return (
    `The closure moves from ${formatShortDate(bcFrom)} to ${formatShortDate(values.bcFrom)}: the table has to have ` +
    'the columns bc_to and ex_date as well, blank where they are not known.'
  );
}
