import { formatShortDate, toKarachiDate } from '#contract/dates.ts';
import type { KindHandler, Values } from '#server/domains/imports/imports.ts';
import { cacheHolidays } from '#server/domains/market/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { planPrices } from './plan-prices.ts';
import type { PriceKind, PriceRecord, PriceWrite } from './price-records.ts';
import { SERIES } from './series.ts';
import { countImportedPrices, findReplacingImport, revertPrices, writePrices } from './write-prices.ts';

/** Rows of prices are small: a batch delays other requests as long as one of 250 events. */
const BATCH_SIZE = 2_000;

/** Imports prices and index values. */
export function createPriceHandlers(
  database: Database,
  clock: Clock,
): Record<PriceKind, KindHandler<PriceWrite, PriceRecord>> {
  const getHolidays = cacheHolidays(database);
  const createHandler = (kind: PriceKind): KindHandler<PriceWrite, PriceRecord> => ({
    topic: 'prices',
    batchSize: BATCH_SIZE,
    plan: async (db, file) =>
      planPrices(db, { ...file, kind }, { holidays: await getHolidays(), today: toKarachiDate(clock.now()) }),
    write: (tx, { importId }, writes) => writePrices(tx, { kind, importId }, writes),
    revert: (tx, importId, limit) => revertPrices(tx, { kind, importId }, limit),
    countRevertible: (db, importId) => countImportedPrices(db, kind, importId),
    // Only imports change prices.
    countModified: async () => 0,
    findLaterImport: findReplacingImport,
    summarize,
    presentValue: (field, value) => ({
      field: SERIES[kind].fields[field]?.column ?? field,
      value: value ?? '',
    }),
  });
  return { prices: createHandler('prices'), 'index-values': createHandler('index-values') };
}

/** Formats `21 Nov 2026: open 10.00, high 10.20, low 9.90, close 10.10`. */
function summarize({ date, values: given }: PriceRecord): string {
  const values = given as Values;
  const { value, suffix } = values;
  const prices = (['open', 'high', 'low', 'close'] as const).flatMap((part) =>
    values[part] ? [`${part} ${values[part]}`] : [],
  );
  const parts = value ? [value] : [...prices, ...(suffix ? [suffix] : [])];
  return `${formatShortDate(date)}: ${parts.join(', ')}`;
}
