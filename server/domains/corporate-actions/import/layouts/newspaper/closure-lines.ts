import { cleanText, RowRejection } from '#server/domains/imports/imports.ts';
import { findCompanyByName, type Holidays } from '#server/domains/market/market.ts';
import { findDate } from './assign-roles.ts';
import type { NameLine } from './join-names.ts';
import { type Header, readHeader } from './read-header.ts';
import { type ReadRow, readRow } from './read-row.ts';
import { readSubheader } from './read-subheader.ts';
import { hasDate, readTokens } from './read-tokens.ts';

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
