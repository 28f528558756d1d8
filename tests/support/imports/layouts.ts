import { readFileSync } from 'node:fs';
import { HttpError } from '#core/server/platform/http-error.ts';
import { eventLayouts } from '#features/corporate-actions/server/import/layouts/layouts.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import { recognizeLayout } from '#features/imports/server/parsing.ts';
import { toHolidays } from '#features/market/server/market.ts';

const HOLIDAYS = toHolidays(['2026-08-14', '2026-11-09']);
/** Reads a file of `fixtures`. */
export const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** Parses a file and returns the values or the rejection of each row. */
export function parse(content: string, kind: ImportKind) {
  const { name, rows } = recognizeLayout(content, kind, eventLayouts);
  const parsed = [...rows({ holidays: HOLIDAYS })].flat();
  return {
    name,
    rows: parsed.map((row) => {
      if ('rejection' in row) return [row.line, row.rejection];
      if ('omission' in row) return [row.line, `Left out: ${row.omission}`];
      return [row.line, { ...row.record.values, reference: row.record.reference }];
    }),
  };
}

/** Returns the reason why a whole file is rejected. */
export function getRejection(content: string, kind: ImportKind): string {
  try {
    recognizeLayout(content, kind, eventLayouts);
  } catch (error) {
    if (error instanceof HttpError) return (error.body as { content: [string] }).content[0];
    throw error;
  }
  throw new Error('the file was recognized');
}

export const LUCKY = { symbol: 'LUCK', companyName: 'Lucky Cement Limited' };
export const meeting = { state: 'meeting', reference: null };
export const closure = { reference: null };
