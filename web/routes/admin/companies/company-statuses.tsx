import { useState } from 'react';
import { formatShortDate } from '#contract/dates.ts';
import {
  ENTERED_STATUSES,
  type EnteredCompanyStatus,
  type EnteredStatus,
  listCompanyStatuses,
  revertCompanyStatus,
  STATUS_NOTE_MAX_LENGTH,
  saveCompanyStatus,
} from '#contract/market/company-statuses.ts';
import { FormDialog, useConfirmedAction, useSubmitForm } from '#web/admin/admin-forms.tsx';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { useAdminQuery, useRefetch } from '#web/admin/admin-query.ts';
import { RowAction, RowMenu } from '#web/admin/row-action.tsx';
import { api } from '#web/api/api.ts';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';

export const meta = createAdminMeta(
  'Company Statuses',
  'The statuses of companies that administrators have entered.',
);

export default forAdministrators('Company Statuses', function CompanyStatuses() {
  const query = useAdminQuery({ queryKey: STATUSES_KEY, queryFn: () => api(listCompanyStatuses, {}) });
  const refresh = useRefetch(STATUSES_KEY);
  const [open, setOpen] = useState<EnteredCompanyStatus | 'new' | null>(null);
  const removal = useConfirmedAction(({ symbol }: EnteredCompanyStatus) => ({
    title: `Revert the status of ${symbol}`,
    description: `Remove the entered status? It then follows from the list of renamed and delisted companies and from the prices again. The audit log has the entry.`,
    confirmLabel: 'Revert',
    run: async () => {
      await api(revertCompanyStatus, { params: { symbol } });
      await refresh();
    },
    success: ['Status reverted', `The status of ${symbol} is derived again.`],
  }));
  return (
    <AdminPage
      title="Company Statuses"
      description="The status of a company follows from the list of renamed, suspended and delisted companies, and from the imported prices. Enter it here where it is wrong or unknown. New companies and names come with the exchange's list of symbols: import it on the page Imports."
      actions={
        <Button onClick={() => setOpen('new')}>
          <PlusIcon />
          Enter status
        </Button>
      }
      query={query}
    >
      <QueryResult
        query={query}
        loading="Loading statuses..."
        empty={{
          title: 'No statuses entered',
          text: 'All statuses are derived. Enter one when a company is suspended, delisted or renamed.',
        }}
      >
        {({ results }) => (
          <DataTable
            label="Entered statuses"
            rows={results}
            getKey={({ symbol }) => symbol}
            columns={{
              Company: ({ symbol, company }) => (
                <>
                  <SymbolLink symbol={symbol} hasPage={company !== null} />
                  <span className="block text-muted wrap-anywhere">
                    {company?.name ?? 'Not in the company directory'}
                  </span>
                </>
              ),
              Status: (entered) => <Status entered={entered} />,
            }}
            actions={(row) => (
              <>
                <RowAction row={row.symbol} onClick={() => setOpen(row)}>
                  Edit
                </RowAction>
                <RowMenu row={row.symbol}>
                  <RowAction row={row.symbol} onClick={() => removal.confirm(row)}>
                    Revert
                  </RowAction>
                </RowMenu>
              </>
            )}
          />
        )}
      </QueryResult>
      {open !== null && <StatusDialog entered={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {removal.dialog}
    </AdminPage>
  );
});

const STATUSES_KEY = ['admin-company-statuses'];

const LABELS: Record<EnteredStatus, string> = {
  listed: 'Listed',
  suspended: 'Suspended',
  delisted: 'Delisted',
  renamed: 'Renamed',
  merged: 'Merged',
  unknown: 'Unknown',
};
const OPTIONS = ENTERED_STATUSES.map((value) => ({ value, label: LABELS[value] }));
const ENDED: readonly EnteredStatus[] = ['delisted', 'renamed', 'merged'];

/** The entry, and that it no longer applies once a suspended share was traded. */
function Status({ entered: { status, date, company } }: { entered: EnteredCompanyStatus }) {
  const hasEnded = company !== null && company.status !== status;
  return (
    <div className="grid justify-items-start gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Badge variant={ENDED.includes(status) ? 'danger' : status === 'suspended' ? 'warning' : 'outline'}>
          {LABELS[status]}
        </Badge>
        {date !== null && <span className="figures text-muted">{formatShortDate(date)}</span>}
      </span>
      {company?.status_note && <span className="wrap-anywhere">{company.status_note}</span>}
      {hasEnded && <span className="text-muted">Ended: the share was traded later.</span>}
    </div>
  );
}

interface StatusDialogProps {
  /** The status to edit; `null` enters one. */
  entered: EnteredCompanyStatus | null;
  onClose: () => void;
}

function StatusDialog({ entered, onClose }: StatusDialogProps) {
  const [status, setStatus] = useState<EnteredStatus>(entered?.status ?? 'suspended');
  const [optional, setOptional] = useState({
    date: entered?.date ?? '',
    successor: entered?.successor ?? '',
    note: entered?.note ?? '',
  });
  const refresh = useRefetch(STATUSES_KEY);
  const submission = useSubmitForm(
    ['symbol'],
    ({ symbol }) =>
      api(saveCompanyStatus, {
        body: {
          symbol,
          status,
          date: optional.date || null,
          successor: (ENDED.includes(status) && optional.successor.trim()) || null,
          note: optional.note.trim() || null,
        },
      }),
    (saved) => {
      void refresh();
      notify.success(
        'Status saved',
        `${saved.symbol}: ${saved.company?.status_note ?? LABELS[saved.status]}.`,
      );
      onClose();
    },
  );
  const bind = (name: keyof typeof optional) => ({
    name,
    value: optional[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setOptional({ ...optional, [name]: target.value }),
  });
  return (
    <FormDialog
      title={entered ? `Edit status: ${entered.symbol}` : 'Enter status'}
      submitLabel="Save status"
      busyLabel="Saving…"
      onClose={onClose}
      submission={submission}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Symbol"
          name="symbol"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={entered?.symbol}
          readOnly={entered !== null}
        />
        <SelectField
          label="Status"
          name="status"
          options={OPTIONS}
          value={status}
          onChange={({ target }) => setStatus(target.value as EnteredStatus)}
        />
      </div>
      <TextField
        label="Since"
        type="date"
        hint="The first day without a quotation. A suspension with a date ends with the first later price."
        {...bind('date')}
      />
      {ENDED.includes(status) && (
        <TextField
          label="Continued by"
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="The symbol of the new or the merged company. Optional."
          {...bind('successor')}
        />
      )}
      <TextField
        label="Note"
        maxLength={STATUS_NOTE_MAX_LENGTH}
        autoComplete="off"
        hint="Shown to users after the status, such as the notice. Optional."
        {...bind('note')}
      />
    </FormDialog>
  );
}
