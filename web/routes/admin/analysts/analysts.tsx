import { useState } from 'react';
import { formatShortDate, toKarachiDate } from '#contract/dates.ts';
import { type Analyst, editAnalyst, removeAnalyst } from '#contract/signals/analyst-endpoints.ts';
import { useConfirmedAction } from '#web/admin/admin-forms.tsx';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { useRefetch } from '#web/admin/admin-query.ts';
import { ImmediateRowAction, RowAction, RowMenu } from '#web/admin/row-action.tsx';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { AnalystDialog } from './analyst-dialog.tsx';
import { ANALYSTS_KEY, useAnalysts } from './use-analysts.ts';

export const meta = createAdminMeta('Analysts', 'The analysts whom signals name, with their registrations.');

export default forAdministrators('Analysts', function Analysts() {
  const analysts = useAnalysts();
  const refresh = useRefetch(ANALYSTS_KEY);
  const [open, setOpen] = useState<Analyst | 'new' | null>(null);
  const removal = useConfirmedAction((analyst: Analyst) => ({
    title: `Remove ${analyst.name}?`,
    description:
      'Published signals keep the name and the registration number. New signals cannot choose the analyst.',
    confirmLabel: 'Remove',
    pendingLabel: 'Removing…',
    variant: 'danger' as const,
    run: () => api(removeAnalyst, { params: { id: analyst.id } }),
    onSuccess: () => void refresh(),
    failureTitle: 'Failed to remove analyst',
    success: ['Analyst removed', `${analyst.name} is no longer in the list.`] as [string, string],
  }));
  return (
    <AdminPage
      title="Analysts"
      description="Whom signals can name. A signal that names no analyst is of the first active one here. Published signals keep the name and the number that they were published with."
      actions={
        <Button onClick={() => setOpen('new')}>
          <PlusIcon />
          Add analyst
        </Button>
      }
      query={analysts}
    >
      <QueryResult
        query={analysts}
        loading="Loading analysts..."
        empty={{
          title: 'No analysts yet',
          text: 'Add the analysts who publish signals, with their registration.',
        }}
      >
        {({ results }) => (
          <DataTable
            label="Analysts"
            rows={results}
            getKey={({ id }) => id}
            columns={{
              Analyst: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
              Registration: ({ registration }) =>
                registration ?? <span className="text-muted">No number</span>,
              Valid: (analyst) => describeValidity(analyst),
              State: (analyst) => <State analyst={analyst} />,
            }}
            actions={(analyst) => (
              <>
                <RowAction row={analyst.name} onClick={() => setOpen(analyst)}>
                  Edit
                </RowAction>
                <RowMenu row={analyst.name}>
                  <Activation analyst={analyst} />
                  <RowAction row={analyst.name} onClick={() => removal.confirm(analyst)}>
                    Remove
                  </RowAction>
                </RowMenu>
              </>
            )}
          />
        )}
      </QueryResult>
      {open !== null && (
        <AnalystDialog analyst={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
      {removal.dialog}
    </AdminPage>
  );
});

function describeValidity({ valid_from: from, valid_until: until }: Analyst): string {
  if (from === null && until === null) return 'No dates';
  const parts = [from && `from ${formatShortDate(from)}`, until && `until ${formatShortDate(until)}`];
  return parts.filter(Boolean).join(' ');
}

function State({ analyst: { registration, valid_from, valid_until, is_active } }: { analyst: Analyst }) {
  const today = toKarachiDate(getNow());
  if (!is_active) return <Badge variant="muted">Not active</Badge>;
  if (registration === null) return <Badge variant="warning">No registration</Badge>;
  if (valid_until !== null && valid_until < today) return <Badge variant="danger">Expired</Badge>;
  if (valid_from !== null && valid_from > today) return <Badge variant="warning">Not valid yet</Badge>;
  return <Badge variant="active">Active</Badge>;
}

function Activation({ analyst }: { analyst: Analyst }) {
  const refresh = useRefetch(ANALYSTS_KEY);
  const { id, name, is_active: isActive, ...fields } = analyst;
  return (
    <ImmediateRowAction
      row={name}
      label={isActive ? 'Deactivate' : 'Activate'}
      run={() => api(editAnalyst, { params: { id }, body: { ...fields, name, is_active: !isActive } })}
      onSuccess={() => {
        void refresh();
        notify.success(
          isActive ? 'Analyst deactivated' : 'Analyst activated',
          isActive ? `New signals cannot name ${name}.` : `New signals can name ${name}.`,
        );
      }}
      failure={`${name} is unchanged`}
    />
  );
}
