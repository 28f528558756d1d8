import {
  type ColumnLayout,
  RowOmission,
  RowRejection,
  requireDate,
} from '#server/domains/imports/imports.ts';
import type { FileContext } from './file-context.ts';
import { makeIndexRecord, parseIndexCode } from './make-record.ts';
import { requireAmount } from './parse-amounts.ts';
import type { PriceRecord } from './price-records.ts';

type IndexLayout = ColumnLayout<PriceRecord>;

export const teziIndexValues: IndexLayout = {
  kind: 'index-values',
  name: 'Tezi table of index values',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('index') && has('date') && has('value'),
  parse: (row) =>
    makeIndexRecord(
      row.get('index'),
      requireDate(row.get('date'), 'date'),
      requireAmount(row.get('value'), 'value'),
    ),
};

/** The historical table of an index, of which only the close is stored. */
export const createIndexHistoryLayout = ({ symbol }: FileContext): IndexLayout => ({
  kind: 'index-values',
  name: 'PSX historical index values',
  forms: ['table'],
  matches: (has) => !has('symbol') && has('date') && has('open') && has('close'),
  parse(row) {
    if (symbol === null) {
      throw new RowRejection('The table names no index. Add a line with its code above the table.');
    }
    const date = requireDate(row.get('date'), 'date');
    return makeIndexRecord(symbol, date, requireAmount(row.get('close'), 'close'));
  },
});

/** The page of all indices on one day. */
export const createIndexListLayout = ({ date }: FileContext): IndexLayout => ({
  kind: 'index-values',
  name: 'PSX indices',
  forms: ['table'],
  matches: (has) => has('symbol', 'index') && has('current') && !has('open') && !has('date'),
  parse(row) {
    if (date === null) {
      throw new RowRejection('The table has no date. Add a line with the date above the table.');
    }
    const code = row.get('symbol', 'index');
    if (parseIndexCode(code) === null) throw new RowOmission('The index is not stored.');
    return makeIndexRecord(code, date, requireAmount(row.get('current'), 'value'));
  },
});
