import { isLegalForm } from '#features/corporate-actions/server/import/event-record.ts';
import { cleanText } from '#features/imports/server/parsing.ts';
import { findPrintedName, isDebt } from './names.ts';
import { describeUnread, listUnread } from './unread-text.ts';

/** A part of a table: a row whose name may be incomplete or empty, or a line of words. */
export interface NameItem {
  isWords: boolean;
  name: string;
  /** Whether it directly follows the item before, without a blank line or a rule between them. */
  isAdjacent: boolean;
}

export interface JoinedName {
  name: string;
  /** The indexes of the lines of words that are part of the name. */
  joined: number[];
  doubts: string[];
}

const MAX_LEAD = 3;
const MAX_TAIL = 2;
const SCORES = { exact: 30, start: 12, debt: 20, unlisted: 3 };
/** Costs more than any number of lines that an unlisted name takes. */
const UNFOUNDED = -10;
/** A line that looks like a name but belongs to no row. */
const LEFT_NAME_COST = 2;

/** A row with the lines of words before and after it that its name takes. */
interface Span {
  at: number;
  lead: number;
  tail: number;
}

/** The best way to name all rows up to one of them. */
interface Way {
  span: Span;
  score: number;
  previous: Way | null;
}

/**
 * Finds the names of all rows. A name may span the lines before or after its row; of all ways to share the lines of words between
 * the rows, the one counts that gives the most names of the company directory and leaves the fewest words.
 */
export function joinNames(items: readonly NameItem[]): Map<number, JoinedName> {
  const rows = items.flatMap((item, at) => (item.isWords ? [] : [at]));
  let ways: (Way | null)[] = [null];
  for (const at of rows) ways = extendWays(items, ways, at);
  const last = ways.reduce((best, way) => (best && best.score >= (way?.score ?? 0) ? best : way), null);
  return collect(items, last);
}

/**
 * Returns the best way to name the rows up to one of them for each number of lines that this row may take after it, because the next row
 * may take the same lines. `ways` are those up to the row before; `null` if there is none.
 */
function extendWays(items: readonly NameItem[], ways: readonly (Way | null)[], at: number): Way[] {
  const maxLead = countAdjacent(items, at, -1, MAX_LEAD);
  const maxTail = countAdjacent(items, at, 1, MAX_TAIL);
  const extended: Way[] = [];
  for (let tail = 0; tail <= maxTail; tail += 1) {
    const spans = Array.from({ length: maxLead + 1 }, (_, lead) => ({ at, lead, tail }));
    const best = findBest(items, ways, spans);
    if (best) extended.push(best);
  }
  return extended;
}

/** Returns the best way that ends with one of the spans; `null` if each takes lines that the row before has taken. */
function findBest(
  items: readonly NameItem[],
  ways: readonly (Way | null)[],
  spans: readonly Span[],
): Way | null {
  const scores = spans.map((span) => scoreSpan(items, span));
  let best: Way | null = null;
  for (const previous of ways) {
    const end = previous ? previous.span.at + previous.span.tail + 1 : 0;
    for (const [index, span] of spans.entries()) {
      const start = span.at - span.lead;
      if (end > start) continue;
      const left = countNames(items, end, start);
      const score = (previous?.score ?? 0) + (scores[index] ?? 0) - LEFT_NAME_COST * left;
      if (!best || score > best.score) best = { span, score, previous };
    }
  }
  return best;
}

/** Counts the lines of words directly before or after a row. */
function countAdjacent(items: readonly NameItem[], at: number, step: 1 | -1, max: number): number {
  let count = 0;
  while (count < max) {
    const next = items[at + step * (count + 1)];
    const isAdjacent = step === 1 ? next?.isAdjacent : items[at - count]?.isAdjacent;
    if (!next?.isWords || !isAdjacent) break;
    count += 1;
  }
  return count;
}

function scoreSpan(items: readonly NameItem[], span: Span): number {
  const lines = span.lead + span.tail;
  const name = getName(items, span);
  // A name does not start with its legal form, which belongs to the row before.
  if (span.lead > 0 && isLegalForm(items[span.at - span.lead]?.name ?? '')) return UNFOUNDED;
  if (isDebt(name)) return SCORES.debt + lines;
  const match = findPrintedName(name);
  if (match) return (match.isExact ? SCORES.exact : SCORES.start) + lines;
  if (lines === 0) return 0;
  const row = items[span.at]?.name ?? '';
  if (span.lead === 1 && span.tail === 0 && (row === '' || isRestOfName(row))) return SCORES.unlisted;
  if (span.tail === 1 && span.lead === 0 && isLegalForm(items[span.at + 1]?.name ?? ''))
    return SCORES.unlisted;
  return UNFOUNDED * lines;
}

const GENERIC =
  /^(?:\(?pvt\)?|\(pakistan\)|company|co|corporation|limited|ltd|mills|bank|industries|insurance|modaraba|\W)+\.?$/i;

/** Returns whether a name can only be the end of one: `Mills Limited`. */
const isRestOfName = (name: string) => GENERIC.test(name.replace(/\s+/g, ''));

const getName = (items: readonly NameItem[], { at, lead, tail }: Span): string =>
  cleanText(
    items
      .slice(at - lead, at + tail + 1)
      .map(({ name }) => name)
      .join(' '),
  );

const ENDS_LIKE_A_NAME =
  /\b(?:limited|ltd|company|corporation|modaraba|mills|bank|fund|industries|insurance|holdings)\.?$/i;

/** Returns whether a line of words may be part of a name, unlike the heading of a group of rows. */
const looksLikeName = (words: string): boolean => ENDS_LIKE_A_NAME.test(words.trim());

const countNames = (items: readonly NameItem[], from: number, to: number): number =>
  items.slice(from, to).filter(({ name }) => looksLikeName(name)).length;

function collect(items: readonly NameItem[], last: Way | null): Map<number, JoinedName> {
  const spans: Span[] = [];
  for (let way = last; way; way = way.previous) spans.push(way.span);
  spans.reverse();
  const used = new Set(spans.flatMap((span) => listJoined(span)));
  return new Map(
    spans.map((span) => [
      span.at,
      { name: getName(items, span), joined: listJoined(span), doubts: getDoubts(items, span, used) },
    ]),
  );
}

const listJoined = ({ at, lead, tail }: Span): number[] => [
  ...Array.from({ length: lead }, (_, index) => at - lead + index),
  ...Array.from({ length: tail }, (_, index) => at + 1 + index),
];

function getDoubts(items: readonly NameItem[], span: Span, used: ReadonlySet<number>): string[] {
  const match = findPrintedName(getName(items, span));
  const own = findPrintedName(items[span.at]?.name ?? '');
  const joined = listJoined(span);
  const isOther = match && !match.isExact && own?.isExact && own.symbol !== match.symbol;
  const doubts =
    isOther && !joined.every((at) => looksLikeName(items[at]?.name ?? ''))
      ? ['The lines next to the row may make the name that of another company.']
      : [];
  const neighbors = [span.at - span.lead - 1, span.at + span.tail + 1].filter(
    (at) => items[at]?.isWords && !used.has(at) && isNextTo(items, at, span),
  );
  const words = neighbors.map((at) => items[at]?.name ?? '');
  const isUnclear = match?.isExact !== true || words.some(looksLikeName);
  if (isUnclear && neighbors.length > 0)
    doubts.push('A line of words next to the row may be part of the name.');
  doubts.push(...describeUnread(words.flatMap(listUnread)));
  return doubts;
}

const isNextTo = (items: readonly NameItem[], at: number, span: Span): boolean =>
  at > span.at ? items[at]?.isAdjacent === true : items[at + 1]?.isAdjacent === true;
