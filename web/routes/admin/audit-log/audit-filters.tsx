import type { FormEvent } from 'react';
import { AUDITED_KINDS } from '#contract/admin/security-events.ts';
import { EVENT_LABELS } from '#web/routes/admin/security-log/event-labels.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { buildAuditLogUrl, type AuditFilters as Filters, parseFilters, toQuery } from './audit-log-url.ts';

const ACTIONS = [
  { value: '', label: 'All actions' },
  ...AUDITED_KINDS.map((kind) => ({ value: kind, label: EVENT_LABELS[kind] })),
];

interface AuditFiltersProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** The filter form. Filters apply on submit. */
export function AuditFilters({ filters, onApply }: AuditFiltersProps) {
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) values.set(name, String(value));
    onApply(parseFilters(values).filters);
  };
  const isFiltered = Object.keys(toQuery(filters)).length > 0;
  return (
    <search aria-label="Audit log">
      <form
        // Resets the fields when Back, Forward or a link changes the filters.
        key={JSON.stringify(filters)}
        onSubmit={apply}
        className="mb-6 grid grid-cols-2 gap-3 rounded-box border border-line bg-surface p-4 max-sm:*:col-span-2 lg:grid-cols-[2fr_2fr_1fr_1fr]"
      >
        <SelectField label="Action" name="action" defaultValue={filters.action} options={ACTIONS} />
        <TextField
          label="Actor"
          name="actor"
          defaultValue={filters.actor}
          placeholder="Username, or operator"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextField label="From date" name="from_date" type="date" defaultValue={filters.from_date} />
        <TextField label="To date" name="to_date" type="date" defaultValue={filters.to_date} />
        <div className="flex flex-wrap justify-end gap-2 col-span-full">
          {isFiltered && (
            <ButtonLink to={buildAuditLogUrl({})} variant="secondary" size="small">
              Clear filters
            </ButtonLink>
          )}
          <Button type="submit" size="small">
            Apply filters
          </Button>
        </div>
      </form>
    </search>
  );
}
