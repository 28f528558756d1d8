import { formatShortDate, toKarachiDate } from '#core/contract/dates.ts';
import { createAdminMeta } from '#core/web/admin/admin-page.tsx';
import { useRefetch } from '#core/web/admin/admin-query.ts';
import { createRecordPage, RecordDialog } from '#core/web/admin/records.tsx';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import {
  ANALYST_NAME_MAX_LENGTH,
  type Analyst,
  addAnalyst,
  editAnalyst,
  listAnalysts,
  REGISTRATION_MAX_LENGTH,
  removeAnalyst,
} from '#features/signals/contract/publishing/analyst-endpoints.ts';
import { ANALYSTS_KEY } from './use-analysts.ts';

export const meta = createAdminMeta('Analysts', 'The analysts whom signals name, with their registrations.');

export default createRecordPage<Analyst>({
  title: 'Analysts',
  description:
    'Whom signals can name. A signal that names no analyst is of the first active one here. Published signals keep the name and the number that they were published with.',
  addLabel: 'Add analyst',
  queryKey: ANALYSTS_KEY,
  load: () => api(listAnalysts, {}),
  loading: 'Loading analysts...',
  empty: {
    title: 'No analysts yet',
    text: 'Add the analysts who publish signals, with their registration.',
  },
  getKey: ({ id }) => id,
  getName: ({ name }) => name,
  columns: {
    Analyst: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
    Registration: ({ registration }) => registration ?? <span className="text-muted">No number</span>,
    Valid: describeValidity,
    State,
  },
  renderForm: (analyst, form) => (
    <RecordDialog
      {...form}
      title={analyst ? `Edit analyst: ${analyst.name}` : 'Add analyst'}
      submitLabel={analyst ? 'Save changes' : 'Add analyst'}
      values={{
        name: analyst?.name ?? '',
        registration: analyst?.registration ?? null,
        valid_from: analyst?.valid_from ?? null,
        valid_until: analyst?.valid_until ?? null,
        is_active: analyst?.is_active ?? true,
      }}
      fields={() => ({
        name: { label: 'Name', required: true, maxLength: ANALYST_NAME_MAX_LENGTH, hint: 'As on signals.' },
        registration: {
          label: 'Registration number',
          maxLength: REGISTRATION_MAX_LENGTH,
          hint: 'Of the regulator, as on signals.',
        },
        valid_from: { label: 'Valid from', type: 'date', isHalf: true },
        valid_until: { label: 'Valid until', type: 'date', isHalf: true, hint: 'The last day.' },
        is_active: { label: 'Active', type: 'checkbox', hint: 'New signals can name the analyst.' },
      })}
      save={(body) =>
        analyst ? api(editAnalyst, { params: { id: analyst.id }, body }) : api(addAnalyst, { body })
      }
      success={({ name }) => [analyst ? 'Analyst updated' : 'Analyst added', `${name} is saved.`]}
    />
  ),
  renderMore: (analyst) => <Activation analyst={analyst} />,
  removal: ({ id, name }) => ({
    title: `Remove ${name}?`,
    description:
      'Published signals keep the name and the registration number. New signals cannot choose the analyst.',
    confirmLabel: 'Remove',
    pendingLabel: 'Removing…',
    run: () => api(removeAnalyst, { params: { id } }),
    failureTitle: 'Failed to remove analyst',
    success: ['Analyst removed', `${name} is no longer in the list.`],
  }),
});

function describeValidity({ valid_from: from, valid_until: until }: Analyst): string {
  if (from === null && until === null) return 'No dates';
  const parts = [from && `from ${formatShortDate(from)}`, until && `until ${formatShortDate(until)}`];
  return parts.filter(Boolean).join(' ');
}

function State({ registration, valid_from, valid_until, is_active }: Analyst) {
  const today = toKarachiDate(getNow());
  if (!is_active) return <Badge variant="muted">Not active</Badge>;
  if (registration === null) return <Badge variant="warning">No registration</Badge>;
  if (valid_until !== null && valid_until < today) return <Badge variant="danger">Expired</Badge>;
  if (valid_from !== null && valid_from > today) return <Badge variant="warning">Not valid yet</Badge>;
  return <Badge variant="active">Active</Badge>;
}

function Activation({ analyst: { id, ...fields } }: { analyst: Analyst }) {
  const refresh = useRefetch(ANALYSTS_KEY);
  const { name, is_active: isActive } = fields;
  return (
    <ImmediateRowAction
      row={name}
      label={isActive ? 'Deactivate' : 'Activate'}
      run={() => api(editAnalyst, { params: { id }, body: { ...fields, is_active: !isActive } })}
      onSuccess={() => {
        void refresh();
        notify.success(
          isActive ? 'Analyst deactivated' : 'Analyst activated',
          `New signals ${isActive ? 'cannot' : 'can'} name ${name}.`,
        );
      }}
      failure={`${name} is unchanged`}
    />
  );
}
