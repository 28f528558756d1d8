import { SECURITY_EVENT_KINDS } from '#contract/admin/security-events.ts';
import { EVENT_LABELS } from '#web/routes/admin/logs/event-labels.ts';
import { LogFilterForm } from '#web/routes/admin/logs/log-filter-form.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { type EventFilters as Filters, securityLogUrl } from './security-log-url.ts';

const KINDS = [
  { value: '', label: 'All events' },
  ...SECURITY_EVENT_KINDS.map((kind) => ({ value: kind, label: EVENT_LABELS[kind] })),
];

interface EventFiltersProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

export const EventFilters = ({ filters, onApply }: EventFiltersProps) => (
  <LogFilterForm
    label="Security events"
    className="lg:grid-cols-[2fr_2fr_1.5fr_1fr_1fr]"
    url={securityLogUrl}
    filters={filters}
    onApply={onApply}
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
  </LogFilterForm>
);
