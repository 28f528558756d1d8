import { Cells, indexColumns, MAX_ROW_LENGTH } from './cells.ts';

/** An object in a JSON list. `cells` is `null` if it cannot be parsed. */
export interface JsonRow {
  line: number;
  text: string;
  cells: Cells | null;
  columns: string[];
}

/**
 * Yields the objects in lists at any level: in `{"d": […]}`, in `var bcs = {"cur": […], "old": […]}`. Each is parsed
 * separately, so that a broken object does not affect the others. Nothing is evaluated.
 */
export function* parseJsonRows(text: string): Generator<JsonRow> {
  for (const { start, end, line } of findObjectsInLists(text))
    yield parseObject(text.slice(start, end), line);
}

interface Span {
  start: number;
  end: number;
  line: number;
}

/** Lists of rows are nested in one or two objects; input nested deeper than this is hostile. */
const MAX_DEPTH = 20;

const OPENED_BY: Readonly<Record<string, string>> = { '}': '{', ']': '[' };

/** Yields the positions of the outermost objects that are elements of a list. */
function* findObjectsInLists(text: string): Generator<Span> {
  /** The open brackets outside of rows. */
  const open: string[] = [];
  let row: { start: number; line: number; depth: number } | null = null;
  let isInString = false;
  let line = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') {
      // JSON strings cannot span lines, so a closing quotation mark is missing and the row ends here.
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

function parseObject(text: string, line: number): JsonRow {
  const broken = { line, text: text.slice(0, MAX_ROW_LENGTH), cells: null, columns: [] };
  if (text.length > MAX_ROW_LENGTH) return broken;
  try {
    const entries = Object.entries(JSON.parse(text) as object).flatMap(flatten);
    const index = indexColumns(entries.map(([name]) => name));
    return {
      line,
      text,
      columns: [...index.keys()],
      cells: new Cells(
        index,
        entries.map(([, value]) => valueToText(value)),
      ),
    };
  } catch {
    // It is not JSON. A row without cells is rejected and shown with its text.
    return broken;
  }
}

/** An object in a row becomes columns such as `book_closure_from`. */
function flatten([name, value]: [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).map(([inner, innerValue]) => [`${name}_${inner}`, innerValue]);
}

function valueToText(value: unknown): string {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(', ');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
