import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventRecord, getRecordDoubts } from '#features/corporate-actions/server/import/event-record.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import { recognizeLayout } from '#features/imports/server/parse/recognize-layout.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { ACCURACY_FIXTURES, type AccuracyFixture } from '#tests/support/imports/accuracy-fixtures.ts';
import { eventLayouts } from './layouts.ts';

const HOLIDAYS = toHolidays(['2026-05-01', '2026-08-14', '2026-08-25', '2026-11-09', '2026-12-25']);
const read = (name: string) => readFileSync(`tests/support/imports/fixtures/accuracy/${name}`, 'utf8');

/** Values that identify an event or that every row has. */
const IDENTITY = new Set(['symbol', 'companyName', 'bcFrom', 'meetingDate', 'state', 'subject', 'document']);

const parseRows = (content: string, kind: ImportKind) =>
  [...recognizeLayout(content, kind, eventLayouts).rows({ holidays: HOLIDAYS })].flat();
const isDoubtful = (record: EventRecord) => getRecordDoubts(record, { isTezi: false }).length > 0;

const parseDoubts = (content: string) =>
  parseRows(content, 'book-closures').map((row) =>
    'record' in row ? getRecordDoubts(row.record, { isTezi: false }) : row,
  );

function classify({ file, kind, events }: AccuracyFixture) {
  const counts = { accepted: 0, review: 0, rejected: 0, leftOut: 0 };
  const wrong: unknown[] = [];
  const isRight = ({ symbol, date, reference, values }: EventRecord) => {
    const expected = events[`${symbol} ${date ?? reference}`];
    const given = Object.fromEntries(Object.entries(values).filter(([field]) => !IDENTITY.has(field)));
    return expected !== undefined && JSON.stringify(sort(given)) === JSON.stringify(sort(expected));
  };
  for (const row of parseRows(read(file), kind)) {
    if ('omission' in row) counts.leftOut += 1;
    else if ('rejection' in row) counts.rejected += 1;
    else if (isDoubtful(row.record)) counts.review += 1;
    else {
      counts.accepted += 1;
      if (!isRight(row.record)) wrong.push(row);
    }
  }
  return { counts, wrong };
}

const sort = (values: object) => Object.entries(values).sort();

describe('the accuracy of imports', () => {
  it.each(ACCURACY_FIXTURES)('accepts no wrong row of $file', (fixture) => {
    const { counts, wrong } = classify(fixture);
    expect(wrong).toEqual([]);
    expect(counts).toEqual(fixture.counts);
  });

  it('doubts an ex-date that can be a meeting moved into its column', () => {
    const header = 'Name\tFrom\tTo\tDiv/Bonus/Right\tEx-Price\tAGM/EOGM';
    const row = 'Lucky Cement Ltd\t21-10-2026\t28-10-2026\t250% (F)\t14-10-2026';
    expect(parseDoubts(`${header}\n${row}`)).toEqual([
      ['The ex-date is not the one that the closure and the holidays imply.'],
    ]);
  });

  const ONE_LINE = 'Name Book Closure Dividend/Bonus AGM From To';
  const ONE_DATE = 'The row has only one date for the closure.';
  it.each([
    ['18-08-2026 - 250% (F) - 28-08-2026', [ONE_DATE]],
    ['18-08-2026 250% (F) 28-08-2026', [ONE_DATE]],
    ['18-08-2026 - 28-08-2026', [ONE_DATE]],
    ['- 25-08-2026 28-08-2026 250% (F)', [expect.stringContaining('first day can be missing')]],
    ['18-08-2026 25-08-2026 150% (F), 28-08-2026', ['The rest of the payout "150% (F)," may be missing.']],
    ['18-08-2026 25-08-2026 150% (F) &', ['The rest of the payout "150% (F) &" may be missing.']],
    ['18-08-2026 25-08-2026 15 (1) +', ['The rest of the payout "15% (i)," may be missing.']],
    ['18-08-2026 25-08-2026 150% (F),\n10% B', []],
    ['18-08-2026 25-08-2026 250% (F) - 28-08-2026', []],
  ])('doubts a printed row that has lost a cell or the rest of its payout: %j', (rest, doubts) => {
    for (const header of [ONE_LINE, ONE_LINE.replace(' AGM', '\nAGM')])
      expect(parseDoubts(`${header}\nLucky Cement Ltd ${rest}`)).toEqual([doubts]);
  });

  it('proposes the date after a blank last day as that of the general meeting', () => {
    const content = `${ONE_LINE}\nLucky Cement Ltd 18-08-2026 - 250% (F) - 28-08-2026`;
    const [row] = parseRows(content, 'book-closures');
    expect(row).toHaveProperty('record.values.note', 'Annual general meeting on 28 Aug 2026.');
    expect(row).not.toHaveProperty('record.values.bcTo');
  });

  it.each([
    ['LUCK,10/06/2026,10/12/2026,,', 'The closure is longer than 60 days.'],
    ['LUCK,21/10/2026,28/10/2026,02/10/2026,', '2 Oct 2026 is unusual as the ex-date of this closure.'],
    ['LUCK,10/06/2026,12/06/2026,,2026-09-20', 'The closure starts before its announcement.'],
  ])('doubts implausible dates of other programs: %s', (row, doubt) => {
    const header = 'symbol,book_closure_from,book_closure_to,ex_date,announcement_date';
    expect(parseDoubts(`${header}\n${row}`)).toEqual([[doubt]]);
  });

  it.each([
    'symbol,book_closure_from\nLUCK,2026-10-21',
    'Name,From,To\nLucky Cement,21-10-2026,28-10-2026',
    'Name,From,To,Dividend\nLucky Cement,21-10-2026,28-10-2026,',
  ])('keeps the payout of an existing closure if a file has none: %j', (content) => {
    const [row] = parseRows(content, 'book-closures');
    expect(row).toHaveProperty('record.values.symbol', 'LUCK');
    expect(row).not.toHaveProperty('record.values.payout');
  });

  it('accepts no wrong row of newspaper tables with columns in any order, with or without delimiters', () => {
    fc.assert(
      fc.property(
        anyOrder,
        anySeparator,
        // Payouts of one closure on several rows are joined.
        fc.uniqueArray(anyRow, { minLength: 1, maxLength: 4, selector: ({ to }) => to }),
        (order, separator, rows) => {
          const columns = separator === ' ' ? ['name' as const, ...order] : [...order, 'name' as const];
          const header = columns.map((column) => HEADERS[column]).join(separator);
          const lines = rows.map((row) =>
            columns
              .map((column) => (row[column] === '' && separator === ' ' ? row.blank : row[column]))
              .filter((cell) => separator !== ' ' || cell !== '')
              .join(separator),
          );
          for (const parsed of parseRows([header, ...lines].join('\n'), 'book-closures')) {
            if (!('record' in parsed) || isDoubtful(parsed.record)) continue;
            const row = rows[parsed.line - 2];
            expect(parsed.record.values).toMatchObject({
              symbol: 'LUCK',
              bcFrom: toIso(row?.from),
              bcTo: toIso(row?.to),
              payout: row?.payout,
              ...(row?.ex ? { exDate: toIso(row.ex) } : {}),
            });
            if (!row?.ex) expect(parsed.record.values).not.toHaveProperty('exDate');
            expect('note' in parsed.record.values).toBe(row?.meeting !== '');
          }
        },
      ),
    );
  });
});

const HEADERS = {
  name: 'Company',
  from: 'From',
  to: 'To',
  payout: 'Div/Bonus/Right',
  ex: 'Ex-Price',
  meeting: 'AGM/EOGM',
};
const anyOrder = fc.shuffledSubarray(['from', 'to', 'payout', 'ex', 'meeting'] as const, { minLength: 5 });
const anySeparator = fc.constantFrom('\t', ' | ', ' ');

/** A closure from Wednesday, 21 October 2026, whose ex-date and meeting may be missing. */
const anyRow = fc.record({
  name: fc.constantFrom('Lucky Cement Ltd', 'LUCK', 'Lucky Cement'),
  from: fc.constant('21-10-2026'),
  to: fc.constantFrom('28-10-2026', '27-10-2026', '29-10-2026', '30-10-2026'),
  payout: fc.constantFrom('NIL', '250% (F)', '20%(i) (D)', '5% B'),
  ex: fc.constantFrom('20-10-2026', ''),
  meeting: fc.constantFrom('28-10-2026', '28-10-2026#', '30-10-2026', '12-10-2026', '14-10-2026', ''),
  blank: fc.constantFrom('-', ''),
});

const toIso = (date = '') => date.split('-').reverse().join('-');
