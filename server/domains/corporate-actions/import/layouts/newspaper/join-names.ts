import { isLegalForm } from '#server/domains/corporate-actions/import/plan/match-company.ts';
import { cleanText } from '#server/domains/imports/imports.ts';
import { findCompanyByName } from '#server/domains/market/market.ts';

/** A line of a table: a row, or a line of words that may be part of a name. */
export interface NameLine {
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
