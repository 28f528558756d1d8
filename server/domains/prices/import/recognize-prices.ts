import { type RecognizedFile, recognizeLayout } from '#server/domains/imports/imports.ts';
import { createHistoricalLayout, createMarketWatchLayout, marketSummary, teziPrices } from './bar-layouts.ts';
import { type FileContext, isContextLine, readFileContext } from './file-context.ts';
import { createIndexHistoryLayout, createIndexListLayout, teziIndexValues } from './index-layouts.ts';
import type { PriceCatalog, PriceKind, PriceRecord } from './price-records.ts';
import { recognizeTimeSeries } from './time-series.ts';

/** Recognizes the layout of a file of prices or index values. Throws an `HttpError` if it is not supported. */
export function recognizePrices(
  kind: PriceKind,
  { fileName, content }: { fileName: string; content: string },
): RecognizedFile<PriceRecord> {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const context = readFileContext(fileName, text);
  return recognizeTimeSeries(text, kind, context) ?? recognizeLayout(text, kind, createCatalog(context));
}

const createCatalog = (context: FileContext): PriceCatalog => ({
  columns: [
    teziPrices,
    createHistoricalLayout(context),
    createMarketWatchLayout(context),
    marketSummary,
    teziIndexValues,
    createIndexHistoryLayout(context),
    createIndexListLayout(context),
  ],
  lines: [],
  texts: [],
  completeRows: (rows) => [...rows],
  isContext: isContextLine,
  description:
    'Supported are tables with the columns symbol, date and close or index, date and value, and the market summary, ' +
    'historical table, time series, market watch and index list of PSX.',
});
