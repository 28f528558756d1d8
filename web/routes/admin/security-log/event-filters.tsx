import type { FormEvent } from 'react';
import { SECURITY_EVENT_KINDS } from '#contract/admin/security-events.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { EVENT_LABELS } from './event-labels.ts';
import {
  buildSecurityLogUrl,
  type EventFilters as Filters,
  parseFilters,
  toQuery,
} from './security-log-url.ts';

const KINDS = [
  { value: '', label: 'All events' },
  ...SECURITY_EVENT_KINDS.map((kind) => ({ value: kind, label: EVENT_LABELS[kind] })),
];

interface EventFiltersProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

/** The filter form. Filters apply on submit. */
export function EventFilters({ filters, onApply }: EventFiltersProps) {
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) values.set(name, String(value));
    onApply(parseFilters(values).filters);
  };
  const isFiltered = Object.keys(toQuery(filters)).length > 0;
  return (
    <search aria-label="Security events">
      <form
        // Resets the fields when Back, Forward or a link changes the filters.
        key={JSON.stringify(filters)}
        onSubmit={apply}
        className="mb-6 grid grid-cols-2 gap-3 rounded-box border border-line bg-surface p-4 max-sm:*:col-span-2 lg:grid-cols-[2fr_2fr_1.5fr_1fr_1fr]"
      >
        <SelectField label="Event" name="kind" defaultValue={filters.kind} options={KINDS} />
        <TextField
          label="Account"
          name="account"
          defaultValue={filters.account}
          placeholder="Email, username or ID"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextField
          label="IP address"
          name="ip_address"
          defaultValue={filters.ip_address}
          placeholder="203.0.113.7"
          maxLength={45}
          autoComplete="off"
        />
        <TextField label="From date" name="from_date" type="date" defaultValue={filters.from_date} />
        <TextField label="To date" name="to_date" type="date" defaultValue={filters.to_date} />
        <div className="flex flex-wrap justify-end gap-2 col-span-full">
          {isFiltered && (
            <ButtonLink to={buildSecurityLogUrl({})} variant="secondary" size="small">
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
