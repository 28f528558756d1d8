import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { useRefetch } from '#core/web/admin/admin-query.ts';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { formatCount } from '#core/web/ui/format-count.ts';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { TextAreaField } from '#core/web/ui/forms/text-area-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { ColumnChoice } from '#features/imports/web/public/column-choice.tsx';
import { readFile } from '#features/imports/web/public/read-file.ts';
import {
  importTrades,
  listTradeImports,
  MAX_TRADE_FILE_BYTES,
  previewTrades,
  revertTradeImport,
  TRADE_COLUMNS,
  TRADE_ROW_STATUSES,
  type TradeImport,
  type TradeRowStatus,
} from '#features/positions/contract/trade-imports.ts';
import { usePositionsKey, usePositionsQuery } from './figures.tsx';

type Preview = EndpointOutput<typeof previewTrades>;
/** The keys of rows that need review. `all` includes those that the preview does not list. */
type Confirmed = string[] | 'all';

/** Imports trades from a pasted table or a file, and lists the imports. */
export function Import() {
  const [content, setContent] = useState('');
  const [columns, setColumns] = useState<string[]>();
  const [confirmed, setConfirmed] = useState<Confirmed>([]);
  const reload = useRefetch(usePositionsKey());
  const previewing = useMutation({
    mutationFn: (chosen?: string[]) => api(previewTrades, { body: { content, columns: chosen } }),
    onSuccess: () => setConfirmed([]),
  });
  const importing = useMutation({
    mutationFn: ({ fingerprint }: Preview) =>
      api(importTrades, {
        body: {
          ...{ content, columns, expected: fingerprint },
          ...(confirmed === 'all' ? { confirm_all: true } : { confirmed }),
        },
      }),
    onSuccess: ({ added, rejected }) => {
      const others = rejected > 0 ? `, ${formatCount(rejected)} rejected` : '';
      void notify.success('Trades imported', `${formatTrades(added)} added${others}.`);
      edit('');
      void reload();
    },
    onError: (error) => {
      // The trades have changed since the preview.
      if (error instanceof ApiError && error.status === 409) previewing.mutate(columns);
    },
  });
  const edit = (next: string) => {
    setContent(next);
    setColumns(undefined);
    previewing.reset();
    importing.reset();
  };
  const preview = (chosen?: string[]) => {
    importing.reset();
    setColumns(chosen);
    previewing.mutate(chosen);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (content.trim() !== '' && !previewing.isPending) preview(columns);
  };
  const failure = importing.error ?? previewing.error;
  const sample = failure instanceof ApiError && getMessagesByField(failure.body).sample;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <form onSubmit={submit} className="grid gap-4">
        <TextAreaField
          label="Table of trades"
          hint="Paste trade confirmations, a ledger or the table of another tracker with its headings, or choose a CSV file, with up to 4 MB and 20,000 trades. The file itself is not stored, only its trades."
          rows={8}
          value={content}
          spellCheck={false}
          autoComplete="off"
          className="font-mono text-sm"
          onChange={({ target }) => edit(target.value)}
        />
        <div className="flex flex-wrap items-center gap-3">
          <FileChoice onChoose={edit} />
          <Button type="submit" busy={previewing.isPending} disabled={content.trim() === ''}>
            Preview
          </Button>
          <p className="text-sm text-muted">Nothing is saved until you import.</p>
        </div>
      </form>
      <Notice tone="danger" role="alert">
        {failure && <span>{getErrorMessage(failure)}</span>}
      </Notice>
      {sample && (
        <ColumnChoice
          rows={sample.map((row) => row.split('\t'))}
          columns={COLUMNS}
          chosen={columns}
          description="These are the first rows. Choose at least the symbol, date, side, shares, and a price or a value. The choice is remembered for files with the same headings."
          isBusy={previewing.isPending}
          onChoose={preview}
        />
      )}
      {previewing.data && (
        <PreviewedTrades
          preview={previewing.data}
          confirmed={confirmed}
          isBusy={importing.isPending}
          onConfirm={setConfirmed}
          onImport={importing.mutate}
        />
      )}
      <Imports />
    </div>
  );
}

const formatTrades = (count: number) => `${formatCount(count)} ${count === 1 ? 'trade' : 'trades'}`;

/** Reads a file at once, so that later changes to it do not affect the preview. */
function FileChoice({ onChoose }: { onChoose: (content: string) => void }) {
  const read = useMutation({
    mutationFn: (file: File) => readFile(file, MAX_TRADE_FILE_BYTES),
    onSuccess: (result) =>
      typeof result === 'string'
        ? notify.error('The file cannot be imported', result)
        : onChoose(result.content),
  });
  return (
    <input
      type="file"
      aria-label="CSV file"
      accept=".csv,.tsv,.txt,text/*"
      className="max-w-full text-sm file:me-3 file:min-h-10 file:rounded-box file:border file:border-line-strong file:bg-surface file:px-4"
      onChange={({ target }) => {
        if (target.files?.[0]) read.mutate(target.files[0]);
        // So that the same file can be chosen again.
        target.value = '';
      }}
    />
  );
}

const COLUMNS = TRADE_COLUMNS.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

const STATUSES: Record<TradeRowStatus, [label: string, variant: BadgeVariant]> = {
  new: ['New', 'active'],
  unchanged: ['Unchanged', 'muted'],
  review: ['Needs review', 'warning'],
  rejected: ['Rejected', 'danger'],
  left_out: ['Left out', 'muted'],
};

interface PreviewedTradesProps {
  preview: Preview;
  confirmed: Confirmed;
  isBusy: boolean;
  onConfirm: (confirmed: Confirmed) => void;
  onImport: (preview: Preview) => void;
}

export function PreviewedTrades({ preview, confirmed, isBusy, onConfirm, onImport }: PreviewedTradesProps) {
  const { layout, counts, rows } = preview;
  const count = counts.new + (confirmed === 'all' ? counts.review : confirmed.length);
  const summary = TRADE_ROW_STATUSES.filter((status) => counts[status] > 0).map(
    (status) => `${formatCount(counts[status])} ${STATUSES[status][0].toLowerCase()}`,
  );
  return (
    <div ref={focusOnMount} tabIndex={-1} className="rounded-box border border-line-strong p-4">
      <TableSection
        title="Preview"
        description={`${layout}: ${summary.join(', ')}.`}
        rows={rows}
        getKey={({ key }) => key}
        columns={{
          Row: ({ line, summary: trade, text, status }) => (
            <>
              <span>{`Line ${line}: ${trade}`}</span>
              <span className="block font-mono text-xs text-muted">{status === 'review' && text}</span>
            </>
          ),
          Status: ({ status }) => <Badge variant={STATUSES[status][1]}>{STATUSES[status][0]}</Badge>,
          Reason: ({ reason }) => reason,
        }}
        actions={({ key, line, status }) =>
          status === 'review' &&
          confirmed !== 'all' && (
            <CheckboxField
              label={`Confirm line ${line}`}
              isChecked={confirmed.includes(key)}
              onChange={(isConfirmed) =>
                onConfirm([...confirmed.filter((each) => each !== key), ...(isConfirmed ? [key] : [])])
              }
            />
          )
        }
      />
      {counts.review > 1 && (
        <CheckboxField
          label={`Confirm all ${formatCount(counts.review)} rows that need review`}
          isChecked={confirmed === 'all'}
          onChange={(isConfirmed) => onConfirm(isConfirmed ? 'all' : [])}
        />
      )}
      <Button className="mt-4" busy={isBusy} disabled={count === 0} onClick={() => onImport(preview)}>
        {count === 0 ? 'Nothing to import' : `Import ${formatTrades(count)}`}
      </Button>
    </div>
  );
}

/** The imports of the customer, each with a button that reverts it. */
function Imports() {
  const query = usePositionsQuery(listTradeImports, {});
  const reload = useRefetch(usePositionsKey());
  const revert = useConfirmedAction(({ id, added }: TradeImport) => ({
    title: 'Revert the import?',
    description: `${formatTrades(added)} are removed. Those that you have changed since stay.`,
    confirmLabel: 'Revert',
    pendingLabel: 'Reverting…',
    run: () => api(revertTradeImport, { params: { id: String(id) } }).then(reload),
    success: ['Import reverted', 'Your positions are calculated again.'],
  }));
  return (
    <>
      <QueryResult query={query} loading="Loading your imports...">
        {({ results }) => (
          <TableSection
            title="Your imports"
            className="mt-6"
            emptyText="None yet. They are listed here, and can be reverted."
            rows={results}
            getKey={({ id }) => id}
            columns={{
              Imported: ({ imported_at }) => <PakistanTime at={imported_at} />,
              Layout: ({ layout }) => layout,
              Trades: ({ added, unchanged, rejected }) =>
                `${formatCount(added)} added, ${formatCount(unchanged)} unchanged, ${formatCount(rejected)} rejected`,
              State: ({ reverted_at, revert_blocker }) =>
                reverted_at === null ? revert_blocker : 'Reverted',
            }}
            actions={(each) =>
              each.reverted_at === null &&
              each.revert_blocker === null && (
                <RowAction row={each.layout} onClick={() => revert.confirm(each)}>
                  Revert
                </RowAction>
              )
            }
          />
        )}
      </QueryResult>
      {revert.dialog}
    </>
  );
}
