import {
  type EventRecord,
  type EventRow,
  isLegalForm,
  matchCompany,
} from '#server/domains/corporate-actions/import/event-record.ts';
import { cleanText, parseRow, RowRejection } from '#server/domains/imports/imports.ts';
import { findCompanyByName, type Holidays } from '#server/domains/market/market.ts';
import { type Header, readHeader, readSubheader } from './header.ts';
import { findDate, hasDate, type ReadRow, readRow, readTokens } from './rows.ts';

/** A line of a newspaper's table that is not blank, a rule or a header. */
export interface ClosureLine extends NameLine {
  line: number;
  text: string;
  /** `null` for words and rejected rows. */
  row: ReadRow | null;
  rejection: string | null;
  /** The line directly before or after, if it is not blank, a rule or a header. */
  before: ClosureLine | null;
  after: ClosureLine | null;
}

const MAX_LINE_LENGTH = 1000;

/** Classifies the lines of tables of book closures. A file can have several tables, each with its own header. */
export function readClosureLines(lines: readonly string[], holidays: Holidays): ClosureLine[] {
  const read: ClosureLine[] = [];
  let header: Header | null = null;
  let before: ClosureLine | null = null;
  let isBelowHeader = false;
  for (const [index, text] of lines.entries()) {
    const next: Header | null = !isRow(text)
      ? null
      : ((header && isBelowHeader ? readSubheader(text, header) : null) ?? readHeader(text));
    if (next) {
      header = next;
      isBelowHeader = true;
    }
    if (next || !isRow(text)) {
      before = null;
      continue;
    }
    isBelowHeader = false;
    const line: ClosureLine = { ...readClosureLine(text, header, holidays), line: index + 1, before };
    if (before) before.after = line;
    read.push(line);
    before = line;
  }
  return read;
}

/** Blank lines, rules such as `=====`, and comments are not rows. */
const isRow = (text: string) => /[\p{L}\p{N}]/u.test(text) && !isComment(text);
const isComment = (text: string) => text.trimStart().startsWith('#') && readHeader(text) === null;

type Classified = Omit<ClosureLine, 'line' | 'before'>;

function readClosureLine(text: string, header: Header | null, holidays: Holidays): Classified {
  const shared = { text, after: null, row: null, rejection: null };
  if (text.length > MAX_LINE_LENGTH)
    return {
      ...shared,
      isWords: false,
      name: '',
      rejection: `The line is longer than ${MAX_LINE_LENGTH} characters.`,
    };
  const words = cleanText(text.replace(/[|\t;]/g, ' '));
  if (isWords(text, words, header)) return { ...shared, isWords: true, name: words.replace(/,+$/, '') };
  try {
    const row = readRow(text, header, holidays);
    const name = row.parts.find(({ role }) => role === 'name')?.token.text ?? '';
    return { ...shared, isWords: false, name: cleanText(name), row };
  } catch (error) {
    if (!(error instanceof RowRejection)) throw error;
    return { ...shared, isWords: false, name: '', rejection: error.message };
  }
}

/** Returns whether a line has neither dates nor amounts, and under a header with columns only one cell. */
function isWords(text: string, words: string, header: Header | null): boolean {
  if (hasDate(text) || /\d[\d.]*\s*%|\bnil\b/i.test(words)) return false;
  if (!header?.delimiter) return !/^[\W\d]*$/.test(words);
  return text.split(header.delimiter).filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length === 1;
}

/**
 * Returns whether a line may be a part of the row next to it: it has a payout or dates, but neither the first day of a closure
 * nor the name of a listed company.
 */
export function isFragment({ text, isWords, name, row }: ClosureLine): boolean {
  if (isWords || (row && findDate(row.parts, 'from') !== null)) return false;
  const [first] = readTokens(cleanText(text.replace(/[|\t;]/g, ' ')));
  const start = name || (first?.type === 'name' ? first.text : '');
  return findCompanyByName(start) === null;
}

/** A line of a table: a row, or a line of words that may be part of a name. */
interface NameLine {
  isWords: boolean;
  /** The name in the row, or the words. */
  name: string;
}

export interface JoinedName {
  name: string;
  /** The lines of words that are part of the name. */
  joined: NameLine[];
  doubts: string[];
}

const ENDS_LIKE_A_NAME =
  /\b(?:limited|ltd|company|corporation|modaraba|mills|bank|fund|industries|insurance|holdings)\.?$/i;

/**
 * Finds the name of a row whose name may span the line before or after. Only a join that the company directory confirms
 * is certain.
 */
export function joinName(row: NameLine, before: NameLine | null, after: NameLine | null): JoinedName {
  // A name does not start with its legal form, which belongs to the row before.
  const lead = before?.isWords && !isLegalForm(before.name) ? before : null;
  const tail = after?.isWords ? after : null;
  const candidates = [[row], [lead, row], [row, tail], [lead, row, tail]]
    .filter((lines): lines is NameLine[] => lines.every((line) => line !== null))
    .map((lines) => ({ lines, name: join(lines) }));
  const found = candidates.flatMap((candidate) => {
    const company = isLegalForm(candidate.name) ? null : findCompanyByName(candidate.name);
    return company ? [{ ...candidate, symbol: company.symbol }] : [];
  });
  const best = found.at(-1);
  if (best) {
    const isUnique = found.every(({ symbol }) => symbol === best.symbol);
    const doubts = isUnique ? [] : ['The lines next to the row may make the name that of another company.'];
    return { name: best.name, joined: best.lines.filter((line) => line !== row), doubts };
  }
  const isPart = isLegalForm(row.name) || row.name === '';
  const lines = isPart && lead ? [lead, row] : tail && isLegalForm(tail.name) ? [row, tail] : [row];
  return { name: join(lines), joined: lines.filter((line) => line !== row), doubts: [] };
}

/** Returns whether a line of words may be part of a name, unlike the heading of a group of rows. */
export const looksLikeName = (words: string): boolean => ENDS_LIKE_A_NAME.test(words.trim());

const join = (lines: readonly NameLine[]) => cleanText(lines.map(({ name }) => name).join(' '));

/** Completes the names of rows that span the line of words before or after, which is no event of its own. */
export function completeNames(rows: readonly EventRow[]): EventRow[] {
  const lines = rows.map(toNameLine);
  /** Returns the words directly before or after a row. */
  const findWords = (index: number, distance: 1 | -1): NameLine | null => {
    const isNext = rows[index + distance]?.line === (rows[index]?.line ?? 0) + distance;
    return isNext && lines[index + distance]?.isWords ? (lines[index + distance] ?? null) : null;
  };
  const names = rows.map((row, index) =>
    'record' in row ? joinName(lines[index] as NameLine, findWords(index, -1), findWords(index, 1)) : null,
  );
  const joined = new Set(names.flatMap((name) => name?.joined ?? []));
  return rows.flatMap((row, index) => {
    const name = names[index];
    // Words that are part of a name belong to its row.
    if (!('record' in row) || !name) return joined.has(lines[index] as NameLine) ? [] : [row];
    const isUnclear = [findWords(index, -1), findWords(index, 1)].some(
      (words) => words !== null && !joined.has(words) && looksLikeName(words.name),
    );
    return [{ ...row, record: rename(row.record, name, isUnclear) }];
  });
}

const toNameLine = (row: EventRow): NameLine =>
  'record' in row
    ? { isWords: false, name: row.record.companyName }
    : { isWords: 'omission' in row, name: row.text.replace(/[|\t;,]+/g, ' ').trim() };

function rename(record: EventRecord, { name, joined, doubts }: JoinedName, isUnclear: boolean): EventRecord {
  const company = joined.length === 0 ? {} : matchCompany({ name });
  const unclear = isUnclear ? ['A line of words next to the row may be part of the name.'] : [];
  return {
    ...record,
    ...company,
    values: { ...record.values, ...company },
    doubts: [...(record.doubts ?? []), ...doubts, ...unclear],
  };
}

/** Parses a line with single spaces between its parts. Returns `undefined` if the line does not match the pattern. */
type ParseLine = (line: string) => EventRecord | EventRecord[] | undefined;

const MAX_PATTERN_LENGTH = 400;
/** The number of rows that are inspected to recognize a table. */
const SAMPLE_SIZE = 20;
const UNMATCHED_LINE = { rejection: 'The line does not match the format of this table.' };

/** Returns whether one of the first rows matches a pattern. A row that it rejects matches too. */
export const hasMatch = (lines: readonly string[], parse: ParseLine): boolean =>
  lines
    .filter(hasDigits)
    .slice(0, SAMPLE_SIZE)
    .some((text) =>
      parseLine({ line: 1, text }, parse).some(
        (row) => !('rejection' in row) || row.rejection !== UNMATCHED_LINE.rejection,
      ),
    );

/** Parses the lines of a table without columns, each by a pattern. Lines without digits are headings or parts of names. */
export const parseLines = (lines: readonly string[], parse: ParseLine): EventRow[] =>
  lines.flatMap((text, index): EventRow[] => {
    const row = { line: index + 1, text };
    if (hasDigits(text)) return parseLine(row, parse);
    const isHeading = /\p{L}/u.test(text) && !text.trimStart().startsWith('#');
    return isHeading ? [{ ...row, omission: 'The line is a heading.' }] : [];
  });

const parseLine = (row: { line: number; text: string }, parse: ParseLine): EventRow[] =>
  parseRow<EventRecord>(row, () => parse(normalizeSeparators(row.text)) ?? UNMATCHED_LINE);

/** Comments start with `#`. */
const hasDigits = (line: string) =>
  /\d/.test(line.slice(0, MAX_PATTERN_LENGTH)) && !line.trimStart().startsWith('#');

const normalizeSeparators = (line: string) =>
  line.slice(0, MAX_PATTERN_LENGTH).replace(/[|\t]/g, ' ').replace(/\s+/g, ' ').trim();
