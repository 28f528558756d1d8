import type { Repairs } from '#features/imports/contract/imports.ts';
import { Cells, indexColumns } from './cells.ts';
import {
  type ColumnLayout,
  type FileKind,
  fileRejected,
  findColumnLayouts,
  type ImportRecord,
  type LayoutCatalog,
  type ParsedRow,
  parseRow,
  type RecognizedFile,
} from './records.ts';

type LineRepair = NonNullable<Repairs['rows']>[number];

export const hasLineRepairs = (repairs: readonly LineRepair[]): boolean =>
  repairs.some(({ text, joins }) => text !== undefined || joins);

/**
 * Replaces the text of lines, and joins lines with the ones before. Returns the repaired lines and the number that each had in the
 * file, so that every row is still found by the line where it was.
 */
export function repairLines(
  lines: readonly string[],
  repairs: readonly LineRepair[],
): { lines: readonly string[]; numbers: readonly number[] | null } {
  if (!hasLineRepairs(repairs)) return { lines, numbers: null };
  const repaired = [...lines];
  for (const { line, text } of repairs) {
    if (line > lines.length) throw noRow(line);
    if (text !== undefined) repaired[line - 1] = text.replace(/\r\n?/g, '\n');
  }
  for (const { line } of repairs.filter(({ joins }) => joins).sort((a, b) => a.line - b.line)) {
    const before = repaired.findLastIndex((text, index) => index < line - 1 && text.trim() !== '');
    if (before === -1) throw fileRejected(`There is no row before line ${line} to join it with.`);
    repaired[before] = `${repaired[before]?.trimEnd()} ${repaired[line - 1]?.trimStart()}`;
    repaired[line - 1] = '';
  }
  const parts = repaired.flatMap((text, index) => text.split('\n').map((part) => [part, index + 1] as const));
  return { lines: parts.map(([part]) => part), numbers: parts.map(([, number]) => number) };
}

/** Gives the rows of repaired lines the line numbers of the file. */
export const restoreLineNumbers = <R extends ImportRecord>(
  file: RecognizedFile<R>,
  numbers: readonly number[] | null,
): RecognizedFile<R> =>
  numbers === null ? file : mapRows(file, (row) => [{ ...row, line: numbers[row.line - 1] ?? row.line }]);

/** Numbers the rows of each line: JSON can have all in one, and an administrator can split a line. */
export const numberRows = <R extends ImportRecord>(file: RecognizedFile<R>): RecognizedFile<R> => ({
  ...file,
  *rows(context) {
    const last = new Map<number, number>();
    for (const rows of file.rows(context)) {
      const numbers = new Map(rows.map(({ line }) => [line, (last.get(line) ?? 0) + 1]));
      for (const [line, number] of numbers) last.set(line, number);
      yield rows.map((row) => ({ ...row, row: numbers.get(row.line) ?? 1 }));
    }
  },
});

const getRowKey = ({ line, row = 1 }: { line: number; row?: number | undefined }) => `${line}.${row}`;

/**
 * Replaces the rows whose cells an administrator has edited. They are read by the layout that has their columns, and keep the doubts of
 * the row, such as one about the date of the whole file.
 */
export function repairCells<R extends ImportRecord>(
  file: RecognizedFile<R>,
  catalog: LayoutCatalog<R>,
  repairs: readonly LineRepair[],
): RecognizedFile<R> {
  const edited = new Map(
    repairs.flatMap(({ cells, ...repair }) =>
      cells ? [[getRowKey(repair), { ...repair, cells }] as const] : [],
    ),
  );
  if (edited.size === 0) return file;
  return {
    ...file,
    *rows(context) {
      const left = new Set(edited.keys());
      yield* mapRows(file, (row) => {
        const repair = edited.get(getRowKey(row));
        if (!repair) return [row];
        // The first record of the row is replaced, and the others are dropped with it.
        if (!left.delete(getRowKey(row))) return [];
        const { cells } = repair;
        const columns = indexColumns(Object.keys(cells));
        const layout = findLayout(catalog, file.kind, columns);
        const given = new Cells(columns, Object.values(cells));
        const { line, row: number, text, isText } = row;
        const doubts = ('record' in row && row.record.doubts) || [];
        const rows = parseRow<R>(
          { line, text },
          () => layout?.parse(given, context) ?? UNKNOWN_COLUMNS,
          given,
        );
        return rows.map((each) => ({
          ...each,
          row: number,
          ...(isText ? { isText } : {}),
          ...('record' in each
            ? { record: { ...each.record, doubts: [...new Set([...doubts, ...(each.record.doubts ?? [])])] } }
            : {}),
        }));
      }).rows(context);
      for (const key of left) throw noRow(edited.get(key)?.line ?? 0);
    },
  };
}

const UNKNOWN_COLUMNS = {
  rejection: 'The repaired row lacks the columns of a row. Fill in its date and its company.',
};

const noRow = (line: number) => fileRejected(`Line ${line} has no row to repair. Revert this repair.`);

export const findLayout = <R extends ImportRecord>(
  catalog: LayoutCatalog<R>,
  kind: FileKind,
  columns: ReadonlyMap<string, number>,
): ColumnLayout<R> | undefined =>
  (['table', 'json'] as const)
    .flatMap((form) => findColumnLayouts(catalog, form, columns))
    .find((layout) => layout.kind === kind);

export const mapRows = <R extends ImportRecord>(
  file: RecognizedFile<R>,
  map: (row: ParsedRow<R>) => ParsedRow<R>[],
): RecognizedFile<R> => ({
  ...file,
  *rows(context) {
    for (const rows of file.rows(context)) yield rows.flatMap(map);
  },
});

/** Marks the rows of text without columns, whose cells have the columns of our own layout. */
export const markText = <R extends ImportRecord>(file: RecognizedFile<R>): RecognizedFile<R> => ({
  ...mapRows(file, (row) => [{ ...row, isText: true }]),
  isText: true,
});
