export { scheduleAdjustments } from './adjustments/record-adjustments.ts';
export { getReferenceClose } from './adjustments/reference-close.ts';
export { formatPaisa } from './import/parse-amounts.ts';
export { createPriceHandlers } from './import/price-handlers.ts';
export {
  getPricesUntil,
  listAdjustmentsOf,
  listBarsOf,
  readIndexValues,
} from './list/bars-of-symbols.ts';
export { type CachedClose, cacheLastCloses, type GetLastCloses } from './list/cache-last-closes.ts';
export { listIndexHistory, readPrices } from './list/list-bars.ts';
export { listPricedSymbols } from './list/prices.queries.ts';
export { hasSamplePrices, loadSamplePrices } from './sample/load-sample-prices.ts';
