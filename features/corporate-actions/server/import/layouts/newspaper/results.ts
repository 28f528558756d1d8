import type { EventRecord, EventRow } from '#features/corporate-actions/server/import/event-record.ts';
import {
  cleanText,
  fileRejected,
  type ParseContext,
  parseRow,
  quote,
  RowRejection,
} from '#features/imports/server/parsing.ts';
import { findShareClass } from '#features/market/server/companies.ts';
import { toClosureRecord } from './closure-record.ts';
import type { Role } from './header.ts';
import { findPrintedName, matchPrintedName } from './names.ts';
import type { PageLine } from './page.ts';
import { type Assignment, listDateDoubts } from './rows.ts';
import { requirePrintedDate } from './tokens.ts';
import { describeLost, describeUnread, listUnread } from './unread-text.ts';

/** A word of a table of results, with the line that it is on. */
interface Word {
  type: 'date' | 'payout' | 'number' | 'blank' | 'word';
  text: string;
  line: number;
  isFirst: boolean;
  /** Where the word starts in its line if at least two spaces show a column, else `null`. */
  column: number | null;
}

const PERCENT = String.raw`\d[\d.,]*%(?: ?\([^()]{1,10}\))?(?: ?(?:bonus|[bdrf])(?![\p{L}]))?`;
const WORD = new RegExp(
  String.raw`(?<date>\d{1,2}[./-](?:\d{1,2}|[A-Za-z]{3,9})[./-](?:\d{4}|\d{2})(?!\d))|(?<payout>(?:${PERCENT}(?: and | - (?=\d[\d.,]*%)|[ ,/&+]){0,3}){1,3}|nil(?![\p{L}]))|(?<number>\(?-?\d[\d,]*(?:\.\d+)?\)?(?![\p{L}\d:.%/]))|(?<blank>[-–—]+(?=\s|$))|(?<word>\S+)`,
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
  const heading = findHeading(lines);
  const nameStarts = starts.map((start, index) => findRowStart(words, start, starts[index - 1]));
  return [
    ...listLost(words.slice(0, nameStarts[0])),
    ...starts.flatMap((start, index) => {
      const nameWords = words.slice(nameStarts[index], start);
      const columns = words.slice(start, start + COLUMNS.length);
      const { own, lost } = splitLost(words.slice(start + COLUMNS.length, nameStarts[index + 1]));
      const text = join([...nameWords, ...columns, ...own]);
      const row = parseRow<EventRecord>({ line: nameWords[0]?.line ?? 1, text }, () =>
        addDoubts(toResult(nameWords, columns, own, holidays), [
          ...getLostDoubts(lost),
          ...heading(nameWords[0]?.line ?? 1),
        ]),
      );
      return [...row, ...listLost(lost)];
    }),
  ];
}

const HEADING = /^\W*(?:pref\w{0,8}(?: shares?)?|class\W{0,3}[a-d]\W?(?: shares?)?)\W*$/i;

/** Returns a function that finds the reason why the rows below a heading with a class of shares wait. */
function findHeading(lines: readonly PageLine[]): (line: number) => string[] {
  const heading = lines.find(({ text }) => !text.trimStart().startsWith('(') && HEADING.test(text));
  return (line) => (heading && line > heading.line ? describeUnread([cleanText(heading.text)]) : []);
}

/** Finds where a row starts. The words before the first one are its name, unless another row is among them. */
function findRowStart(words: readonly Word[], start: number, before: number | undefined): number {
  if (before !== undefined) return findNameStart(words, before + COLUMNS.length, start);
  return listUnread(join(words.slice(0, start))).length === 0 ? 0 : findNameStart(words, 0, start);
}

const isDate = ({ type }: Word) => type === 'date';

/** Splits the words after the columns of a row at the line of another row, which lacks columns and starts with a name. */
function splitLost(rest: readonly Word[]): { own: Word[]; lost: Word[] } {
  let hasEnd = false;
  let at = 0;
  for (const line of groupLines(rest)) {
    const [first] = line;
    const isName = first?.isFirst && first.type === 'word' && !OTHER_WORD.test(first.text);
    const hasValues = listUnread(join(line).replace(BRACKETED, '')).length > 0;
    if (isName && (line.filter(isDate).length > 1 || (hasEnd && hasValues)))
      return { own: rest.slice(0, at), lost: rest.slice(at) };
    hasEnd ||= line.some(isDate);
    at += line.length;
  }
  return { own: [...rest], lost: [] };
}

/** A class below a name is no row of its own. */
const BRACKETED = /\([^()]*\)/g;

function groupLines(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last?.[0]?.line === word.line) last.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** Lists the lines with values that no row takes, with the words below them. */
function listLost(words: readonly Word[]): EventRow[] {
  const rows: { line: number; texts: string[]; unread: string[] }[] = [];
  for (const line of groupLines(words)) {
    const text = join(line);
    const unread = listUnread(text);
    if (unread.length > 0) rows.push({ line: line[0]?.line ?? 1, texts: [text], unread });
    else rows.at(-1)?.texts.push(text);
  }
  return rows.map(({ line, texts, unread }) => ({
    line,
    text: texts.join('\n'),
    rejection: describeLost(unread),
  }));
}

/** The lines below a row may be a part of it if they do not start with the name of a company. */
function getLostDoubts(lost: readonly Word[]): string[] {
  const first = lost.filter(({ line }) => line === lost[0]?.line);
  const values = first.findIndex(({ type }) => type !== 'word');
  const name = join(values < 0 ? first : first.slice(0, values));
  if (lost.length === 0 || findPrintedName(name)) return [];
  return [`The line ${quote(join(first))} next to the row may be a part of it.`];
}

const addDoubts = (row: EventRecord | { omission: string }, doubts: readonly string[]) =>
  'omission' in row ? row : { ...row, doubts: [...(row.doubts ?? []), ...doubts] };

/** Newspapers print a few hundred. */
const MAX_WORDS = 100_000;
const TOO_MANY_WORDS = 'The table of results has too many words. Split it into several files.';

function splitWords({ text, line }: PageLine): Word[] {
  const columns = [...text.matchAll(/(?<=\s{2})\S/g)];
  let at = 0;
  return [...text.replace(/\s+/g, ' ').matchAll(WORD)].map(({ groups = {}, 0: matched }, index) => {
    const [type = 'word'] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    const word = matched.trim();
    const start = text.indexOf(word, at);
    if (start >= 0) at = start + word.length;
    const column = columns.some((each) => each.index === start) ? start : null;
    return { type: type as Word['type'], text: word, line, isFirst: index === 0, column };
  });
}

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
  const to = rest.findIndex(({ text }) => /^to$/i.test(text));
  const end = rest.find((word, at) => at > to && word.type === 'date');
  const { name, left } = findName(nameWords, rest);
  const payouts = readPayouts(payout, rest);
  const taken = new Set([end, ...payouts.taken]);
  const unread = listUnread(
    join(rest.filter((word) => !taken.has(word) && (word.type !== 'word' || left.has(word)))),
  );
  const company = matchPrintedName(name);
  const doubts = describeUnread(company.symbol === null ? [...listUnread(name), ...unread] : unread);
  if (from?.type !== 'date') {
    if (doubts.length > 0) throw new RowRejection(describeLost(unread));
    return { omission: 'The row announces results without a book closure.' };
  }
  const isExtraordinary = rest.some(({ text }) => /^\(?e ?o?gm\)?$/i.test(text));
  const toPart = (word: Word, role: 'from' | 'to' | 'meeting') => ({
    token: requirePrintedDate(word.text),
    role,
  });
  const parts: Assignment = [
    { token: { type: 'name', text: name }, role: 'name' },
    ...payouts.parts,
    ...(meeting?.type === 'date' ? [toPart(meeting, 'meeting')] : []),
    toPart(from, 'from'),
    ...(end ? [toPart(end, 'to')] : []),
  ];
  return toClosureRecord(
    { parts, doubts: [...doubts, ...payouts.doubts, ...getPartDoubts(parts, rest)] },
    company,
    holidays,
    isExtraordinary ? 'eogm' : null,
  );
}

function getPartDoubts(parts: Assignment, rest: readonly Word[]): string[] {
  const has = (...roles: Role[]) => parts.some(({ role }) => roles.includes(role));
  return [
    ...listDateDoubts(parts),
    ...(has('to') ? [] : ['The row has only one date for the closure.']),
    ...(has('payout', 'meeting') ? [] : ['The row has neither a payout nor a general meeting.']),
    ...(rest.some(({ text }) => /\*/.test(text))
      ? ['A footnote of the page (*) may change the meaning of the row.']
      : []),
  ];
}

const MAX_COLUMN_OFFSET = 3;
const SEPARATOR_END = /(?:[,/&+]| and)\s*$/i;

/** Another kind than cash: `10% B`, `20% (B)`. */
const OTHER_KIND = /(?:\((?:b|r|bonus|rights?)\)|\b(?:b|r|bonus|rights?))$/i;

/** Reads the payout of a row. It continues below after a separator; another kind without one is only certain directly below it. */
function readPayouts(
  column: Word | undefined,
  rest: readonly Word[],
): { parts: Assignment; taken: Word[]; doubts: string[] } {
  if (column?.type !== 'payout') return { parts: [], taken: [], doubts: [] };
  const [next, ...others] = rest.filter(({ type, text }) => type === 'payout' && text.includes('%'));
  const toParts = (text: string): Assignment => [{ token: { type: 'payout', text }, role: 'payout' }];
  const isContinued = SEPARATOR_END.test(column.text);
  if (!next || others.length > 0 || (!isContinued && !OTHER_KIND.test(next.text)))
    return { parts: toParts(column.text), taken: [], doubts: [] };
  const text = `${column.text.replace(SEPARATOR_END, '').trim()}, ${next.text}`;
  const isBelow =
    column.column !== null &&
    next.column !== null &&
    next.line === column.line + 1 &&
    Math.abs(next.column - column.column) <= MAX_COLUMN_OFFSET;
  const doubts = isContinued || isBelow ? [] : ['The row has several payouts.'];
  return { parts: toParts(text), taken: [next], doubts };
}

const MAX_TAIL_WORDS = 6;

/** Finds the name of a row, which continues in the words below it, and the words below it that are no part of it. */
function findName(
  nameWords: readonly Word[],
  rest: readonly Word[],
): { name: string; left: ReadonlySet<Word> } {
  const words = rest.filter(({ type, text }) => type === 'word' && !OTHER_WORD.test(text));
  const tail = words.slice(0, MAX_TAIL_WORDS);
  for (let count = tail.length; count >= 0; count -= 1) {
    const name = join([...nameWords, ...tail.slice(0, count)]);
    const match = findPrintedName(name);
    // A name without its class is that of another share.
    if (findShareClass(join(tail.slice(count))) !== '') continue;
    if (match?.isExact || (match && count === tail.length))
      return { name, left: new Set(words.slice(count)) };
  }
  return { name: join([...nameWords, ...tail]), left: new Set(words.slice(tail.length)) };
}
