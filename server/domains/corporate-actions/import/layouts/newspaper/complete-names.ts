import type { EventRecord, EventRow } from '#server/domains/corporate-actions/import/parse/records.ts';
import { matchCompany } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { type JoinedName, joinName, looksLikeName, type NameLine } from './join-names.ts';

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
