import { serveFileParser } from '#features/imports/server/parsing.ts';
import { recognizePrices } from './layouts.ts';
import type { PriceKind, PriceRecord } from './price-records.ts';

serveFileParser<PriceRecord>({ recognize: (file) => recognizePrices(file.kind as PriceKind, file) });
