import { recognizeLayout, serveFileParser } from '#features/imports/server/parsing.ts';
import { MAX_TRADES } from '#features/positions/contract/trades.ts';
import { type TradeRecord, tradeLayouts } from './trade-layouts.ts';

serveFileParser<TradeRecord>({
  maxRecords: MAX_TRADES,
  recognize: ({ content, repairs }) => recognizeLayout(content, 'trades', tradeLayouts, repairs),
});
