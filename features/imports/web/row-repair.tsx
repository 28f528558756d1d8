import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { TextAreaField } from '#core/web/ui/forms/text-area-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import type { PreviewedRow } from '#features/imports/contract/imports.ts';
import { searchCompanies } from '#features/market/contract/companies.ts';
import type { addRepair, FileToImport } from './import-queries.ts';

export interface Repairing {
  file: FileToImport;
  /** The columns whose cells can be edited. */
  columns: readonly string[];
  isBusy: boolean;
  onRepair: (repair: Parameters<typeof addRepair>[1]) => void;
}

type RowRepairProps = Repairing & { row: PreviewedRow };

/** What an administrator can correct in a row that waits or is rejected. */
export function RowRepair(props: RowRepairProps) {
  const { row, file } = props;
  const cells = readCells(props);
  const text = getLine(file, row.line);
  return (
    <div className="mt-2 grid gap-2 font-sans text-sm whitespace-normal">
      {/* The name of a price with a symbol is that of the directory, not the printed one. */}
      {row.company_name !== '' && (row.symbol === null || isEventKind(file.kind)) && (
        <CompanyChoice {...props} />
      )}
      {cells && (
        <details>
          <summary className="link w-fit cursor-pointer py-1">{`Edit the cells of line ${row.key}`}</summary>
          <CellForm key={JSON.stringify(cells)} {...props} cells={cells} />
        </details>
      )}
      {text !== null && (
        <details>
          <summary className="link w-fit cursor-pointer py-1">{`Split or join line ${row.line}`}</summary>
          <LineForm key={text} {...props} text={text} />
        </details>
      )}
    </div>
  );
}

const isEventKind = (kind: FileToImport['kind']) => kind === 'board-meetings' || kind === 'book-closures';

const MAX_SHOWN = 5;

/** Buttons for the companies that the row may be about, and a search for another one. One press chooses. */
function CompanyChoice({ row, file, isBusy, onRepair }: RowRepairProps) {
  const { company_name: name, similar } = row;
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search.trim());
  const { data, isError } = useQuery({
    queryKey: ['companies', searched],
    queryFn: () => api(searchCompanies, { query: { search: searched } }),
    enabled: searched !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = searched === '' ? similar : (data?.results ?? []).slice(0, MAX_SHOWN);
  const choose = (symbol: string | null) => onRepair({ name, symbol });
  const isEvent = isEventKind(file.kind);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{`Company of line ${row.key}`}</legend>
      <div className="flex flex-wrap gap-2">
        {found.map((company) => (
          <Button
            key={company.symbol}
            variant="secondary"
            size="small"
            busy={isBusy}
            onClick={() => choose(company.symbol)}
          >
            <span className="wrap-anywhere">{`${company.symbol} · ${company.name}`}</span>
          </Button>
        ))}
        {isEvent && (
          <Button variant="secondary" size="small" busy={isBusy} onClick={() => choose(null)}>
            Company without symbol
          </Button>
        )}
      </div>
      <div className="max-w-sm">
        <TextField
          label={`Another company for line ${row.key}`}
          value={search}
          maxLength={60}
          autoComplete="off"
          hint={
            isError
              ? 'The companies could not be loaded. Check your connection and type again.'
              : searched !== '' && data?.results.length === 0
                ? 'No company has this symbol or name.'
                : 'Search by symbol or name, then press the company.'
          }
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
    </fieldset>
  );
}

function CellForm({
  row,
  isBusy,
  onRepair,
  cells: given,
}: RowRepairProps & { cells: Record<string, string> }) {
  const [cells, setCells] = useState(given);
  return (
    <form
      className="grid gap-3 rounded-box bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onRepair({ line: row.line, row: row.row, cells });
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.entries(cells).map(([column, text]) => (
          <TextField
            key={column}
            label={getFieldLabel(column)}
            value={text}
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setCells({ ...cells, [column]: target.value })}
          />
        ))}
      </div>
      <CheckButton isBusy={isBusy} />
    </form>
  );
}

function LineForm({ row, isBusy, onRepair, text: given }: RowRepairProps & { text: string }) {
  const [text, setText] = useState(given);
  return (
    <form
      className="grid gap-3 rounded-box bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onRepair({ line: row.line, text });
      }}
    >
      <TextAreaField
        label={`Text of line ${row.line}`}
        hint="A line break splits the row into two."
        rows={3}
        value={text}
        maxLength={10_000}
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        className="font-mono text-sm"
      />
      <div className="flex flex-wrap gap-2">
        <CheckButton isBusy={isBusy} />
        <Button
          variant="secondary"
          size="small"
          busy={isBusy}
          onClick={() => onRepair({ line: row.line, ...(text === given ? {} : { text }), joins: true })}
        >
          Join with the line before
        </Button>
      </div>
    </form>
  );
}

const CheckButton = ({ isBusy }: { isBusy: boolean }) => (
  <Button type="submit" size="small" busy={isBusy} className="w-fit">
    {isBusy ? 'Checking…' : 'Check again'}
  </Button>
);

/** A longer cell is cut in the preview. */
const MAX_CELL = 300;

/** Returns the cells of a row by column: as the administrator has edited them, as they are in the file, or as they were read. */
function readCells({ row, file, columns }: RowRepairProps): Record<string, string> | null {
  if (columns.length === 0 || row.cells.some(({ text }) => text.length > MAX_CELL)) return null;
  const edited = file.repairs?.rows?.find((each) => each.line === row.line && each.row === row.row)?.cells;
  const read = new Map(row.values.map(({ field, value }) => [field, value]));
  const ofCompany = new Map([
    ['symbol', row.symbol ?? ''],
    ['company_name', row.company_name],
  ]);
  return Object.fromEntries(
    columns.map((column) => [
      column,
      edited?.[column] ??
        row.cells.find(({ role }) => role.split(', ')[0] === column)?.text ??
        ofCompany.get(column) ??
        read.get(column) ??
        '',
    ]),
  );
}

/** Returns a line as the administrator has repaired it, or as it is in the file; `null` in a page or JSON, whose lines are others. */
function getLine({ content, repairs }: FileToImport, line: number): string | null {
  if (/^\s*(?:\ufeff)?(?:[<{[]|(?:var|let|const)\s)/.test(content.slice(0, 1_000))) return null;
  const repaired = repairs?.rows?.find((each) => each.line === line && each.cells === undefined)?.text;
  return repaired ?? content.split(/\r\n?|\n/, line)[line - 1] ?? null;
}

const FIELD_LABELS: Record<string, string> = {
  bc_from: 'First day of the closure',
  isin: 'ISIN',
  bc_to: 'Last day of the closure',
  ex_date: 'Ex-date',
};

/** Returns the label of a column: `Meeting time` for `meeting_time`. */
export const getFieldLabel = (field: string): string =>
  FIELD_LABELS[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;
