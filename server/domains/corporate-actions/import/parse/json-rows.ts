import { Cells } from './cells.ts';
import { MAX_ROW_LENGTH } from './split-rows.ts';

/** An object of a list in JSON; `cells` is `null` where it cannot be read. */
export interface JsonRow {
  line: number;
  text: string;
  cells: Cells | null;
  columns: string[];
}

/**
 * The objects that stand in lists, wherever those are: in `{"d": […]}`, in `var bcs = {"cur": […], "old": […]}`. Each is
 * parsed by itself, so that a broken one spoils no other. Nothing is evaluated.
 */
export function* jsonRows(text: string): Generator<JsonRow> {
  for (const { start, end, line } of objectsInLists(text)) yield readObject(text.slice(start, end), line);
}

interface Span {
  start: number;
  end: number;
  line: number;
}

/** Lists of rows lie in one object or two; what is nested deeper is none. */
const MAX_DEPTH = 20;

const OPENED_BY: Readonly<Record<string, string>> = { '}': '{', ']': '[' };

/** Where the outermost objects that are elements of a list begin and end. */
function* objectsInLists(text: string): Generator<Span> {
  /** What is open, outside of a row. */
  const open: string[] = [];
  let row: { start: number; line: number; depth: number } | null = null;
  let isInString = false;
  let line = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') {
      // No string of JSON goes over lines: a quotation mark was forgotten, and nobody knows where the row would end.
      if (isInString && row) {
        yield { start: row.start, end: at, line: row.line };
        row = null;
      }
      isInString = false;
      line += 1;
    } else if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (row) {
      if (character === '{' || character === '[') row.depth += 1;
      else if (character === '}' || character === ']') row.depth -= 1;
      if (row.depth > 0) continue;
      yield { start: row.start, end: at + 1, line: row.line };
      row = null;
    } else if (character === '{' && open.at(-1) === '[') {
      row = { start: at, line, depth: 1 };
    } else if (character === '{' || character === '[') {
      if (open.length === MAX_DEPTH) return;
      open.push(character);
    } else if (open.at(-1) === OPENED_BY[character ?? '']) {
      open.pop();
    }
  }
  if (row) yield { start: row.start, end: text.length, line: row.line };
}

function readObject(text: string, line: number): JsonRow {
  const unreadable = { line, text: text.slice(0, MAX_ROW_LENGTH), cells: null, columns: [] };
  if (text.length > MAX_ROW_LENGTH) return unreadable;
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    const columns = entries.map(([name]) => name);
    const index = new Map(columns.map((name, position) => [name, position]));
    return {
      line,
      text,
      columns,
      cells: new Cells(
        index,
        entries.map(([, value]) => textOfValue(value)),
      ),
    };
  } catch {
    return unreadable;
  }
}

function textOfValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
