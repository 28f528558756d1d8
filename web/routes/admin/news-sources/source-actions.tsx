import type { ReactNode } from 'react';
import { editSource, fetchSource, type NewsSource } from '#contract/news/source-endpoints.ts';
import { api } from '#web/api/api.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { useSourceChange } from './use-news-sources.ts';

/** What can be done with a source, each told in a message when it is done; how reading went stands in the row as well. */
export function SourceActions({ source, onEdit }: { source: NewsSource; onEdit: () => void }) {
  const { name, is_enabled: isEnabled } = source;
  const params = { id: String(source.id) };
  const reading = useSourceChange(() => api(fetchSource, { params }));
  const switching = useSourceChange(() => api(editSource, { params, body: { is_enabled: !isEnabled } }));

  const read = () =>
    reading.mutate(undefined, {
      onSuccess: (after) => {
        if (after.last_error) notify.error(`${name} could not be read`, after.last_error);
        else notify.success(`${name} was read`, brought(after));
      },
      onError: (error) => notify.error(`${name} could not be read`, getAdminErrorMessage(error)),
    });
  const turn = () =>
    switching.mutate(undefined, {
      onSuccess: () =>
        isEnabled
          ? notify.success('Source Disabled', `${name} is not read any more. Its articles stay.`)
          : notify.success('Source Enabled', `${name} is read again, at once.`),
      onError: (error) => notify.error(`${name} is unchanged`, getAdminErrorMessage(error)),
    });

  return (
    <div className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      <Action name={name} isBusy={reading.isPending} onClick={read}>
        {reading.isPending ? 'Fetching…' : 'Fetch now'}
      </Action>
      <Action name={name} onClick={onEdit}>
        Edit
      </Action>
      <Action name={name} isBusy={switching.isPending} onClick={turn}>
        {isEnabled ? 'Disable' : 'Enable'}
      </Action>
    </div>
  );
}

const brought = ({ last_new, last_known, last_refused }: NewsSource) =>
  `${last_new} new, ${last_known} known, ${last_refused} refused.`;

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
