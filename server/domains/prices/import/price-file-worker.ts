import { serveFileParser } from '#server/domains/imports/imports.ts';
import type { PriceKind, PriceRecord } from './price-records.ts';
import { recognizePrices } from './recognize-prices.ts';

serveFileParser<PriceRecord>({ recognize: (file) => recognizePrices(file.kind as PriceKind, file) });
