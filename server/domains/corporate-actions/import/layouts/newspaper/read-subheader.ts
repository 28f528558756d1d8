import { splitLine } from '#server/domains/imports/imports.ts';
import { findRole } from './column-roles.ts';
import { type Header, isTable, markRepeated } from './read-header.ts';

/** Reads the second line of a header, which continues its columns or splits them. Returns `null` if the line is none. */
export function readSubheader(line: string, header: Header): Header | null {
  if (/\d[./-]\d|\d{3}/.test(line)) return null;
  return splitClosure(line, header) ?? mergeByPosition(line, header);
}

/** `From` and `To` below `Book closure`. */
function splitClosure(line: string, { roles, delimiter, text }: Header): Header | null {
  if (roles === null || !roles.includes('closure')) return null;
  const cells = delimiter === null ? line.trim().split(/\s+/) : splitLine(line, delimiter);
  const below = cells.filter((cell) => cell !== '').map(findRole);
  if (below.join() !== 'from,to') return null;
  const at = roles.indexOf('closure');
  // With a blank cell next to it, the closure already spans two columns.
  const width = delimiter !== null && roles[at + 1] === 'unknown' && cells.length === roles.length ? 2 : 1;
  return { roles: [...roles.slice(0, at), 'from', 'to', ...roles.slice(at + width)], delimiter, text };
}

interface Span {
  text: string;
  start: number;
  end: number;
}

/** Joins the words of two lines that are above each other, in text with aligned columns. */
function mergeByPosition(line: string, { delimiter, text }: Header): Header | null {
  if (delimiter !== null) return null;
  const above = findSpans(text);
  const below = findSpans(line);
  const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
  const merged = below.map((span) => {
    const titles = above.filter((title) => overlaps(title, span)).map((title) => title.text);
    return { ...span, role: findRole([...titles, span.text].join(' ')) ?? findRole(span.text) };
  });
  const alone = above
    .filter((span) => !below.some((other) => overlaps(span, other)))
    .map((span) => ({ ...span, role: findRole(span.text) }));
  const columns = [...merged, ...alone].sort((a, b) => a.start - b.start);
  const roles = columns.flatMap(({ role }) => role ?? []);
  if (roles.length < columns.length || !isTable(roles)) return null;
  return { roles: markRepeated(roles), delimiter: null, text };
}

const findSpans = (text: string): Span[] =>
  [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
