import type { EventKind } from '#server/domains/corporate-actions/import/parse/records.ts';
import { planFile } from '#server/domains/corporate-actions/import/plan/plan-file.ts';
import type { EventWrite } from '#server/domains/corporate-actions/import/plan/plan-import.ts';
import type { KindHandler, Values } from '#server/domains/imports/imports.ts';
import { cacheHolidays, type Holidays } from '#server/domains/market/market.ts';
import type { Database } from '#server/platform/database.ts';
import { formatValue, summarizeEvent } from './describe-event.ts';
import { getColumnName } from './event-tables.ts';
import {
  countChanges,
  countModifiedRows,
  findLaterImport,
  revertEvents,
  writeEvents,
} from './write-events.ts';

/** Small enough not to hold locks for long. */
const BATCH_SIZE = 250;

/** Imports board meetings and book closures. */
export function createEventHandlers(database: Database): Record<EventKind, KindHandler<EventWrite>> {
  const getHolidays = cacheHolidays(database);
  return {
    'board-meetings': createHandler('board-meetings', getHolidays),
    'book-closures': createHandler('book-closures', getHolidays),
  };
}

const createHandler = (kind: EventKind, getHolidays: () => Promise<Holidays>): KindHandler<EventWrite> => ({
  topic: 'corporate-actions',
  batchSize: BATCH_SIZE,
  plan: async (db, file) => planFile(db, { ...file, kind }, { holidays: await getHolidays() }),
  write: (tx, { importId, now }, writes) => writeEvents(tx, { kind, importId, now }, writes),
  revert: (tx, importId, limit) => revertEvents(tx, { kind, importId }, limit),
  countRevertible: countChanges,
  countModified: (db, importId) => countModifiedRows(db, { kind, importId }),
  findLaterImport: (db, importId) => findLaterImport(db, { kind, importId }),
  summarize: ({ values }) => summarizeEvent(kind, values as Values),
  presentValue: (field, value) => ({
    field: field === 'reference' ? field : getColumnName(kind, field),
    value: formatValue(field, value),
  }),
});
