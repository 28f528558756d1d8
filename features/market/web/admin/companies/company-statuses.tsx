import { formatShortDate } from '#core/contract/dates.ts';
import { createAdminMeta } from '#core/web/admin/admin-page.tsx';
import { type Control, createRecordPage, RecordDialog } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import {
  ENTERED_STATUSES,
  type EnteredCompanyStatus,
  type EnteredStatus,
  listCompanyStatuses,
  revertCompanyStatus,
  STATUS_NOTE_MAX_LENGTH,
  saveCompanyStatus,
} from '#features/market/contract/company-statuses.ts';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';

/** A constant: a component that each rendering creates would be replaced, and lose the focus, at each change. */
const StatusField = ({ onChange, ...control }: Control<EnteredStatus>) => (
  <SelectField
    {...control}
    options={OPTIONS}
    onChange={({ target }) => onChange(target.value as EnteredStatus)}
  />
);

export const meta = createAdminMeta(
  'Company Statuses',
  'The statuses of companies that administrators have entered.',
);

export default createRecordPage<EnteredCompanyStatus>({
  title: 'Company Statuses',
  description:
    "The status of a company follows from the list of renamed, suspended and delisted companies, and from the imported prices. Enter it here where it is wrong or unknown. New companies and names come with the exchange's list of symbols: import it on the page Imports.",
  addLabel: 'Enter status',
  queryKey: ['admin-company-statuses'],
  load: () => api(listCompanyStatuses, {}),
  loading: 'Loading statuses...',
  empty: {
    title: 'No statuses entered',
    text: 'All statuses are derived. Enter one when a company is suspended, delisted or renamed.',
  },
  label: 'Entered statuses',
  getKey: ({ symbol }) => symbol,
  getName: ({ symbol }) => symbol,
  columns: {
    Company: ({ symbol, company }) => (
      <>
        <SymbolLink symbol={symbol} hasPage={company !== null} />
        <span className="block text-muted wrap-anywhere">
          {company?.name ?? 'Not in the company directory'}
        </span>
      </>
    ),
    Status,
  },
  renderForm: (entered, form) => (
    <RecordDialog
      {...form}
      title={entered ? `Edit status: ${entered.symbol}` : 'Enter status'}
      submitLabel="Save status"
      values={{
        symbol: entered?.symbol ?? '',
        status: entered?.status ?? 'suspended',
        date: entered?.date ?? null,
        successor: entered?.successor ?? null,
        note: entered?.note ?? null,
      }}
      fields={({ status }) => ({
        symbol: { ...SYMBOL, label: 'Symbol', required: true, readOnly: entered !== null, isHalf: true },
        status: {
          label: 'Status',
          isHalf: true,
          Control: StatusField,
        },
        date: {
          label: 'Since',
          type: 'date',
          hint: 'The first day without a quotation. A suspension with a date ends with the first later price.',
        },
        successor: ENDED.includes(status) && {
          ...SYMBOL,
          label: 'Continued by',
          hint: 'The symbol of the new or the merged company. Optional.',
        },
        note: {
          label: 'Note',
          maxLength: STATUS_NOTE_MAX_LENGTH,
          hint: 'Shown to users after the status, such as the notice. Optional.',
        },
      })}
      save={(body) => api(saveCompanyStatus, { body })}
      success={({ symbol, status, company }) => [
        'Status saved',
        `${symbol}: ${company?.status_note ?? LABELS[status]}.`,
      ]}
    />
  ),
  removal: ({ symbol }) => ({
    title: `Revert the status of ${symbol}`,
    description: `Remove the entered status? It then follows from the list of renamed and delisted companies and from the prices again. The audit log has the entry.`,
    confirmLabel: 'Revert',
    run: () => api(revertCompanyStatus, { params: { symbol } }),
    success: ['Status reverted', `The status of ${symbol} is derived again.`],
  }),
});

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

const SYMBOL = { maxLength: 20, autoCapitalize: 'characters', spellCheck: false };

/** The entry, and that it no longer applies once a suspended share was traded. */
function Status({ status, date, company }: EnteredCompanyStatus) {
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
