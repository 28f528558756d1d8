import type { EventRecord, EventRow } from '#features/corporate-actions/server/import/event-record.ts';
import { parseRow } from '#features/imports/server/parsing.ts';
import { type JoinedName, joinNames } from './join-names.ts';
import { matchPrintedName } from './names.ts';
import { listUnread } from './unread-text.ts';

/** Completes the names of rows that span the lines of words before or after, which are no events of their own. */
export function completeNames(rows: readonly EventRow[]): EventRow[] {
  const items = rows.map((row, index) => ({
    isWords: 'omission' in row,
    name: 'record' in row ? row.record.companyName : row.text.replace(/[|\t;,]+/g, ' ').trim(),
    isAdjacent: rows[index - 1]?.line === row.line - 1,
  }));
  const names = joinNames(items);
  const joined = new Set([...names.values()].flatMap((name) => name.joined));
  return rows.flatMap((row, index) => {
    const name = names.get(index);
    // Words that are part of a name belong to its row.
    if (!('record' in row) || !name) return joined.has(index) ? [] : [row];
    return [{ ...row, record: rename(row.record, name) }];
  });
}

function rename(record: EventRecord, { name, joined, doubts }: JoinedName): EventRecord {
  const company = joined.length === 0 ? {} : matchPrintedName(name);
  return {
    ...record,
    ...company,
    values: { ...record.values, ...company },
    doubts: [...(record.doubts ?? []), ...doubts],
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
    const isComment = text.trimStart().startsWith('#');
    if (isComment && listUnread(text).length > 0)
      return [{ ...row, omission: 'The line starts with #, which marks a comment.' }];
    const isHeading = /\p{L}/u.test(text) && !isComment;
    return isHeading ? [{ ...row, omission: 'The line is a heading.' }] : [];
  });

const parseLine = (row: { line: number; text: string }, parse: ParseLine): EventRow[] =>
  parseRow<EventRecord>(row, () => parse(normalizeSeparators(row.text)) ?? UNMATCHED_LINE);

/** Comments start with `#`. */
const hasDigits = (line: string) =>
  /\d/.test(line.slice(0, MAX_PATTERN_LENGTH)) && !line.trimStart().startsWith('#');

const normalizeSeparators = (line: string) =>
  line.slice(0, MAX_PATTERN_LENGTH).replace(/[|\t]/g, ' ').replace(/\s+/g, ' ').trim();
