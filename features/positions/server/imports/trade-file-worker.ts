import { recognizeLayout, serveFileParser } from '#features/imports/server/parsing.ts';
import { type TradeRecord, tradeLayouts } from './trade-layouts.ts';

serveFileParser<TradeRecord>({
  recognize: ({ content, repairs }) => recognizeLayout(content, 'trades', tradeLayouts, repairs),
});
