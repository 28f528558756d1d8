import { AUDITED_KINDS } from '#contract/admin/security-events.ts';
import { EVENT_LABELS } from '#web/routes/admin/logs/event-labels.ts';
import { LogFilterForm } from '#web/routes/admin/logs/log-filter-form.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { auditLogUrl, type AuditFilters as Filters } from './audit-log-url.ts';

const ACTIONS = [
  { value: '', label: 'All actions' },
  ...AUDITED_KINDS.map((kind) => ({ value: kind, label: EVENT_LABELS[kind] })),
];

interface AuditFiltersProps {
  filters: Filters;
  onApply: (filters: Filters) => void;
}

export const AuditFilters = ({ filters, onApply }: AuditFiltersProps) => (
  <LogFilterForm
    label="Audit log"
    className="lg:grid-cols-[2fr_2fr_1fr_1fr]"
    url={auditLogUrl}
    filters={filters}
    onApply={onApply}
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
  </LogFilterForm>
);
