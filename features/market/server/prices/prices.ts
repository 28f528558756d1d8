export { listAdjustmentChanges, listRemovedAdjustments } from './adjustments/adjustments.queries.ts';
export {
  listEvaluatedAdjustments,
  listUnconfirmedAdjustments,
  type ProvenAdjustment,
  reviewAdjustment,
} from './adjustments/confirm-adjustments.ts';
export { recordAdjustments, scheduleAdjustments } from './adjustments/record-adjustments.ts';
export { getReferenceClose } from './adjustments/reference-close.ts';
export { DAYS_WITH_RANGE } from './import/chosen-bars.ts';
export type { StoredSecond } from './import/intraday.ts';
export { createPriceHandlers } from './import/price-handlers.ts';
export { formatPaisa } from './import/price-records.ts';
export {
  type CachedClose,
  cacheLastCloses,
  type GetLastCloses,
  listIndexHistory,
  readPrices,
} from './list/list-bars.ts';
export {
  findLastTraded,
  getPricesUntil,
  listAdjustmentsOf,
  listBarsOf,
  listClosesOf,
  listClosesUntil,
  listIntradayOf,
  listPricedSymbols,
  listWithoutTrades,
  readIndexValues,
  readTrading,
} from './list/prices.queries.ts';
export {
  continueSamplePrices,
  hasSamplePrices,
  loadSamplePrices,
  scheduleSamplePrices,
} from './sample/continue-sample-prices.ts';
export type { PriceAnchor } from './sample/sample-bars.ts';
