import type {
  EventRecord,
  EventRow,
  EventTextLayout,
} from '#features/corporate-actions/server/import/event-record.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import {
  cleanText,
  fileRejected,
  isBlank,
  type ParseContext,
  parseRow,
  quote,
  RowRejection,
  requireDate,
} from '#features/imports/server/parsing.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { toClosureRecord } from './closure-record.ts';
import { findPrintedName, matchPrintedName } from './names.ts';
import type { PageLine } from './page.ts';
import { completeNames, hasMatch, parseLines } from './patterns.ts';
import type { Assignment } from './rows.ts';

const DATE = String.raw`\d{1,2}[./-](?:\d{1,2}|[A-Za-z]{3,9})[./-](?:\d{4}|\d{2})`;
const LINE = new RegExp(
  String.raw`^(\S.{0,199}?) ${DATE} (NIL|\d[\d.]*%.{0,100}?) (?:\(\d|-?\d).*?AGM (${DATE} ?#?|[-–]) (${DATE}) to (${DATE})$`,
  'i',
);

const NO_HOLIDAYS = toHolidays();

/** A table of dividends without columns. */
export const newspaperDividends: EventTextLayout = {
  kind: 'book-closures',
  name: 'Newspaper table of dividends',
  matches: (lines) => hasMatch(lines, parseDividend),
  *parse(lines) {
    yield completeNames(parseLines(lines, parseDividend));
  },
};

/**
 * Parses a line with the company, the end of the period, the payout, the profit, the earnings, the AGM and the closure. The words
 * `AGM` and `to` say which dates they are.
 */
function parseDividend(line: string): EventRecord | undefined {
  const [matched, name = '', payout = '', meeting = '', from = '', to = ''] = LINE.exec(line) ?? [];
  if (matched === undefined) return undefined;
  if (parsePayout(payout) === null) throw new RowRejection(`${quote(payout)} is not a payout.`);
  const toDate = (text: string, role: 'from' | 'to' | 'meeting') => ({
    token: {
      type: 'date' as const,
      text,
      date: requireDate(text.replace('#', ''), 'date'),
      mark: text.includes('#') ? ('eogm' as const) : null,
    },
    role,
  });
  const parts = [
    { token: { type: 'name' as const, text: name }, role: 'name' as const },
    { token: { type: 'payout' as const, text: payout }, role: 'payout' as const },
    ...(isBlank(meeting) ? [] : [toDate(meeting, 'meeting')]),
    toDate(from, 'from'),
    toDate(to, 'to'),
  ];
  return toClosureRecord({ parts, doubts: [] }, matchPrintedName(name), NO_HOLIDAYS);
}

/** A word of a table of results, with the line that it is on. */
interface Word {
  type: 'date' | 'payout' | 'number' | 'blank' | 'word';
  text: string;
  line: number;
  isFirst: boolean;
}

const PERCENT = String.raw`\d[\d.,]*%(?: ?\([^()]{1,10}\))?(?: ?(?:bonus|[bdr])(?![\p{L}]))?`;
const WORD = new RegExp(
  String.raw`(?<date>\d{1,2}[./-]\d{1,2}[./-]\d{4}(?!\d))|(?<payout>(?:${PERCENT}[ ,/&]{0,3}){1,3}|nil(?![\p{L}]))|(?<number>\(?-?\d[\d,]*(?:\.\d+)?\)?(?![\p{L}\d:.%]))|(?<blank>[-–—]+(?=\s|$))|(?<word>\S+)`,
  'giu',
);

/** The columns after the name: end of the period, payout, profit, earnings, general meeting, first day of the closure. */
const COLUMNS: readonly Word['type'][][] = [
  ['date', 'blank'],
  ['payout', 'blank'],
  ['number', 'blank'],
  ['number', 'blank'],
  ['date', 'blank'],
  ['date', 'blank'],
];

/** Parses tables of results with their payouts and closures, whose rows span several lines or share one. */
export function parseResults(lines: readonly PageLine[], { holidays }: ParseContext): EventRow[] {
  const words: Word[] = [];
  for (const line of lines) {
    if (line.type === 'body') words.push(...splitWords(line));
    if (words.length > MAX_WORDS) throw fileRejected(TOO_MANY_WORDS);
  }
  const starts = words.flatMap((_, at) => (startsColumns(words, at) ? [at] : []));
  let nameStart = 0;
  return starts.flatMap((start, index) => {
    const next = starts[index + 1] ?? words.length;
    const from = nameStart;
    const end = index + 1 < starts.length ? findNameStart(words, start + COLUMNS.length, next) : next;
    nameStart = end;
    const row = words.slice(from, end);
    const text = row.map((word) => word.text).join(' ');
    return parseRow<EventRecord>({ line: row[0]?.line ?? 1, text }, () =>
      toResult(
        words.slice(from, start),
        words.slice(start, start + COLUMNS.length),
        words.slice(start + COLUMNS.length, end),
        holidays,
      ),
    );
  });
}

/** Newspapers print a few hundred. */
const MAX_WORDS = 100_000;
const TOO_MANY_WORDS = 'The table of results has too many words. Split it into several files.';

const splitWords = ({ text, line }: PageLine): Word[] =>
  [...text.matchAll(WORD)].map(({ groups = {}, 0: matched }, index) => {
    const [type = 'word'] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    return { type: type as Word['type'], text: matched.trim(), line, isFirst: index === 0 };
  });

const startsColumns = (words: readonly Word[], at: number): boolean =>
  at > 0 &&
  words[at - 1]?.type !== 'blank' &&
  COLUMNS.every((types, index) => types.includes(words[at + index]?.type ?? 'word'));

const MAX_NAME_WORDS = 8;

/** Finds where the name before a row's columns starts: with its line, else with the words that name a company, or after a date. */
function findNameStart(words: readonly Word[], from: number, columns: number): number {
  const line = words[columns - 1]?.line ?? 0;
  let start = columns;
  while (start > from && words[start]?.line === line && !words[start]?.isFirst) start -= 1;
  if (words[start]?.line === line && words[start]?.isFirst && start < columns) return start;
  start = columns;
  while (start > from && columns - start < MAX_NAME_WORDS && words[start - 1]?.type === 'word') start -= 1;
  // The kind of the meeting ends the row before.
  while (start < columns && MEETING.test(words[start]?.text ?? '')) start += 1;
  if (words[start - 1]?.type === 'date' || MEETING.test(words[start - 1]?.text ?? '')) return start;
  for (let at = start; at < columns; at += 1) if (findPrintedName(join(words.slice(at, columns)))) return at;
  return start;
}

const MEETING = /^\(?(?:e ?o?gm|agm)\)?$/i;

const join = (words: readonly Word[]) => cleanText(words.map(({ text }) => text).join(' '));

/** Words below a row that are no part of its name. */
const OTHER_WORD =
  /^(?:to|\(\*+\)|\d(?:st|nd|rd|th)|half|quarter(?:ly)?|year(?:ly)?|months?|nine|annual|accounts|e?o?gm|agm|noon|[ap]\.?m\.?|\d.*)$/i;

function toResult(
  nameWords: readonly Word[],
  columns: readonly Word[],
  rest: readonly Word[],
  holidays: ParseContext['holidays'],
): EventRecord | { omission: string } {
  const [, payout, , , meeting, from] = columns;
  if (from?.type !== 'date') return { omission: 'The row announces results without a book closure.' };
  const to = rest.findIndex(({ text }) => /^to$/i.test(text));
  const end = rest.find((word, at) => at > to && word.type === 'date');
  const isExtraordinary = rest.some(({ text }) => /^\(?e ?o?gm\)?$/i.test(text));
  const toPart = (word: Word, role: 'from' | 'to' | 'meeting') => ({
    token: { type: 'date' as const, text: word.text, date: requireDate(word.text, 'date'), mark: null },
    role,
  });
  const { name, doubts } = findName(nameWords, rest);
  const parts: Assignment = [
    { token: { type: 'name', text: name }, role: 'name' },
    ...(payout?.type === 'payout'
      ? [
          {
            token: { type: 'payout' as const, text: payout.text.replace(/[ ,/&]+$/, '') },
            role: 'payout' as const,
          },
        ]
      : []),
    ...(meeting?.type === 'date' ? [toPart(meeting, 'meeting')] : []),
    toPart(from, 'from'),
    ...(end ? [toPart(end, 'to')] : []),
  ];
  const isPaying = payout?.type === 'payout';
  return toClosureRecord(
    {
      parts,
      doubts: [
        ...doubts,
        ...(end ? [] : ['The row has only one date for the closure.']),
        ...(isPaying || meeting?.type === 'date'
          ? []
          : ['The row has neither a payout nor a general meeting.']),
        ...(rest.some(({ text }) => /\*/.test(text))
          ? ['A footnote of the page (*) may change the meaning of the row.']
          : []),
      ],
    },
    matchPrintedName(name),
    holidays,
    isExtraordinary ? 'eogm' : null,
  );
}

const MAX_TAIL_WORDS = 6;

/** Finds the name of a row, which continues in the words below it. */
function findName(nameWords: readonly Word[], rest: readonly Word[]): { name: string; doubts: string[] } {
  const tail = rest
    .filter(({ type, text }) => type === 'word' && !OTHER_WORD.test(text))
    .slice(0, MAX_TAIL_WORDS);
  for (let count = tail.length; count >= 0; count -= 1) {
    const name = join([...nameWords, ...tail.slice(0, count)]);
    const match = findPrintedName(name);
    if (match?.isExact || (match && count === tail.length)) return { name, doubts: [] };
  }
  return { name: join([...nameWords, ...tail]), doubts: [] };
}
