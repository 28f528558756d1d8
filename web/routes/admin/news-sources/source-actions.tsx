import type { ReactNode } from 'react';
import { editSource, fetchSource, type NewsSource } from '#contract/news/source-endpoints.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { useSourceChange } from './use-news-sources.ts';

/** The actions of a source. A toast reports each result; the result of a fetch also appears in the row. */
export function SourceActions({ source, onEdit }: { source: NewsSource; onEdit: () => void }) {
  const { name, is_enabled: isEnabled } = source;
  const params = { id: String(source.id) };
  const fetching = useSourceChange(() => api(fetchSource, { params }));
  const toggling = useSourceChange(() => api(editSource, { params, body: { is_enabled: !isEnabled } }));

  const fetchNow = () =>
    fetching.mutate(undefined, {
      onSuccess: (after) => {
        if (after.last_error) notify.error(`Fetching ${name} failed`, after.last_error);
        else notify.success(`${name} was fetched`, formatCounts(after));
      },
      onError: (error) => notify.error(`Fetching ${name} failed`, getAdminErrorMessage(error)),
    });
  const toggle = () =>
    toggling.mutate(undefined, {
      onSuccess: () =>
        isEnabled
          ? notify.success('Source disabled', `${name} is no longer fetched. Its articles remain.`)
          : notify.success('Source enabled', `${name} is fetched again, starting now.`),
      onError: (error) => notify.error(`${name} is unchanged`, getAdminErrorMessage(error)),
    });

  return (
    <>
      <Action name={name} isBusy={fetching.isPending} onClick={fetchNow}>
        {fetching.isPending ? 'Fetching…' : 'Fetch now'}
      </Action>
      <Action name={name} onClick={onEdit}>
        Edit
      </Action>
      <Action name={name} isBusy={toggling.isPending} onClick={toggle}>
        {isEnabled ? 'Disable' : 'Enable'}
      </Action>
    </>
  );
}

const formatCounts = ({ last_new, last_existing, last_rejected }: NewsSource) =>
  `${last_new} new, ${last_existing} existing, ${last_rejected} rejected.`;

interface ActionProps {
  name: string;
  isBusy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ name, isBusy = false, onClick, children }: ActionProps) {
  return (
    <Button variant="secondary" size="small" busy={isBusy} onClick={onClick}>
      <span className="whitespace-nowrap">{children}</span>
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
