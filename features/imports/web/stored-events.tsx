import { useState } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { RecordDialog, useRecords } from '#core/web/admin/records.tsx';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  editStoredEvent,
  listStoredEvents,
  mergeStoredEvents,
  readEventHistory,
  STORED_FIELDS,
  STORED_KINDS,
  type StoredEvent,
  type StoredKind,
} from '#features/corporate-actions/contract/stored-events.ts';
import { KIND_LABELS } from './import-queries.ts';
import { getFieldLabel } from './row-repair.tsx';

const EVENTS_KEY = ['admin-stored-events'];

const useStoredEvents = (kind: StoredKind, search: string) =>
  useAdminQuery({
    queryKey: [...EVENTS_KEY, kind, search],
    queryFn: () => api(listStoredEvents, { params: { kind }, query: { search } }),
  });

/** The stored meetings and closures, to edit and merge them. */
export function StoredEvents() {
  const [kind, setKind] = useState<StoredKind>('board-meetings');
  const [search, setSearch] = useState('');
  const query = useStoredEvents(kind, search);
  const [open, setOpen] = useState<{ row: StoredEvent; view: 'merge' | 'history' } | null>(null);
  const { actions, dialogs } = useRecords<StoredEvent>({
    queryKey: EVENTS_KEY,
    getName: describeEvent,
    renderForm: (row, form) => (row ? <EditDialog kind={kind} row={row} {...form} /> : null),
    renderMore: (row) => [
      <RowAction key="merge" row={describeEvent(row)} onClick={() => setOpen({ row, view: 'merge' })}>
        Merge
      </RowAction>,
      <RowAction key="history" row={describeEvent(row)} onClick={() => setOpen({ row, view: 'history' })}>
        History
      </RowAction>,
    ],
  });
  const close = () => setOpen(null);
  const reload = useRefetch(EVENTS_KEY);
  const merging = useConfirmedAction(({ row, into }: { row: StoredEvent; into: StoredEvent }) => ({
    title: 'Merge these two?',
    description: `"${describeContent(row)}" is no longer listed. "${describeContent(into)}" stays, and takes over what it lacks. This cannot be undone.`,
    confirmLabel: 'Merge',
    pendingLabel: 'Merging…',
    run: () => api(mergeStoredEvents, { params: { kind, id: String(row.id) }, body: { into: into.id } }),
    success: ['Merged', `${describeEvent(into)} has replaced the other one.`],
    onSuccess: () => void reload(),
  }));
  return (
    <section aria-labelledby="stored-events">
      <h2 id="stored-events" className="text-xl">
        Stored meetings and closures
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-muted">
        Correct what was imported, or merge two that are the same. A later import asks before it replaces an
        edit.
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <div className="w-52">
          <SelectField
            label="Kind"
            value={kind}
            options={STORED_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
            onChange={({ target }) => setKind(target.value as StoredKind)}
          />
        </div>
        <SearchBox
          label="Search by symbol or company"
          placeholder="Symbol or company"
          value={search}
          debounceMs={300}
          maxLength={100}
          className="min-h-10 min-w-0 flex-1 basis-56 rounded-box border border-line-strong bg-surface px-3"
          onSearch={setSearch}
        />
      </div>
      <QueryResult
        query={query}
        loading="Loading meetings and closures..."
        empty={{ title: 'None found', text: 'Search for another symbol or company.', level: 3 }}
      >
        {({ results }) => (
          <DataTable
            label="Stored meetings and closures"
            rows={results}
            getKey={({ id }) => id}
            columns={{
              Company: ({ fields }) => (
                <>
                  <span className="block font-semibold">{fields.symbol}</span>
                  <span>{fields.company_name}</span>
                </>
              ),
              Date: (row) => getDate(row),
              Content: ({ fields }) => fields.subject ?? fields.payout,
              Edited: ({ edited_at }) => (edited_at ? <PakistanTime at={edited_at} /> : 'Never'),
            }}
            actions={actions}
          />
        )}
      </QueryResult>
      {dialogs}
      {merging.dialog}
      {open?.view === 'merge' && (
        <MergeDialog
          kind={kind}
          row={open.row}
          onChoose={(into) => {
            close();
            merging.confirm({ row: open.row, into });
          }}
          onClose={close}
        />
      )}
      {open?.view === 'history' && <HistoryDialog kind={kind} row={open.row} onClose={close} />}
    </section>
  );
}

function getDate({ fields }: StoredEvent): string {
  const date = fields.meeting_date ?? fields.bc_from;
  return date ? formatShortDate(date) : '';
}

const describeEvent = (row: StoredEvent) =>
  `${row.fields.symbol === '-' ? row.fields.company_name : row.fields.symbol}, ${getDate(row)}`;

const describeContent = (row: StoredEvent) =>
  `${describeEvent(row)}: ${row.fields.subject ?? row.fields.payout ?? ''}`;

interface EventDialogProps {
  kind: StoredKind;
  row: StoredEvent;
  onClose: () => void;
}

const REQUIRED = new Set(['symbol', 'company_name', 'meeting_date', 'bc_from']);
const DATES = new Set(['meeting_date', 'bc_from', 'bc_to', 'ex_date']);

function EditDialog({ kind, row, queryKey, onClose }: EventDialogProps & { queryKey: readonly unknown[] }) {
  return (
    <RecordDialog
      queryKey={queryKey}
      title={`Edit ${describeEvent(row)}`}
      submitLabel="Save"
      values={row.fields}
      fields={() =>
        Object.fromEntries(
          STORED_FIELDS[kind].map((name) => [
            name,
            {
              label: getFieldLabel(name),
              required: REQUIRED.has(name),
              type: DATES.has(name) ? 'date' : name === 'meeting_time' ? 'time' : 'text',
              isHalf:
                DATES.has(name) || name === 'meeting_time' || name === 'face_value' || name === 'symbol',
              ...(name === 'symbol' ? { hint: 'Enter - for a company without a symbol.' } : {}),
            },
          ]),
        )
      }
      save={(values) => {
        // Only what has changed: another administrator may have edited the rest.
        const changed = Object.entries(values).filter(
          ([name, value]) => value !== (row.fields[name] ?? null),
        );
        const fields = Object.fromEntries(changed);
        return api(editStoredEvent, { params: { kind, id: String(row.id) }, body: { fields } });
      }}
      success={(saved) => ['Change saved', `${describeEvent(saved)} is up to date for all users.`]}
      onClose={onClose}
    />
  );
}

function MergeDialog({
  kind,
  row,
  onChoose,
  onClose,
}: EventDialogProps & { onChoose: (into: StoredEvent) => void }) {
  const { symbol, company_name: name } = row.fields;
  const query = useStoredEvents(kind, (symbol === '-' ? name : symbol) ?? '');
  return (
    <Dialog
      title={`Merge ${describeEvent(row)}`}
      description="Choose the one that stays. It takes over what it lacks, and the other one is no longer listed."
      onClose={onClose}
    >
      <QueryResult query={query} loading="Loading the others...">
        {({ results }) => {
          const others = results.filter(({ id }) => id !== row.id);
          return others.length === 0 ? (
            <p className="text-muted">Nothing else of the company is stored.</p>
          ) : (
            <ul className="grid gap-3">
              {others.map((other) => (
                <li key={other.id} className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 wrap-anywhere">{describeContent(other)}</span>
                  <RowAction row={describeEvent(other)} onClick={() => onChoose(other)}>
                    Merge into this
                  </RowAction>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryResult>
    </Dialog>
  );
}

const ACTIONS = { imported: 'Imported', edited: 'Edited', merged: 'Merged' };

function HistoryDialog({ kind, row, onClose }: EventDialogProps) {
  const query = useAdminQuery({
    queryKey: [...EVENTS_KEY, 'history', kind, row.id],
    queryFn: () => api(readEventHistory, { params: { kind, id: String(row.id) } }),
  });
  return (
    <Dialog title={`History of ${describeEvent(row)}`} onClose={onClose}>
      <QueryResult
        query={query}
        loading="Loading the history..."
        empty={{ title: 'No changes', text: 'It is as it was first stored.', level: 3 }}
      >
        {({ results }) => (
          <ol className="grid gap-3 text-sm">
            {results.map(({ at, by, action, changes }) => (
              <li key={`${at} ${action} ${by}`} className="wrap-anywhere">
                <p className="font-semibold">
                  <span>{ACTIONS[action]}</span> <PakistanTime at={at} />
                </p>
                <p className="text-muted">{by}</p>
                <ul>
                  {changes.map(({ field, before, after }) => (
                    <li key={field}>
                      {`${getFieldLabel(field)}: ${before || 'empty'} → ${after || 'empty'}`}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </QueryResult>
    </Dialog>
  );
}
