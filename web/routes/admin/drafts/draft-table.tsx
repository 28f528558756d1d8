import type { SignalDraft } from '#contract/signals/draft-endpoints.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import type { DraftAction } from './draft-dialogs.tsx';

interface DraftTableProps {
  drafts: readonly SignalDraft[];
  isApprovalRequired: boolean;
  onOpen: (action: DraftAction, draft: SignalDraft) => void;
}

/** Shows each draft as a row on wide screens and as a card on narrow ones. */
export const DraftTable = ({ drafts, isApprovalRequired, onOpen }: DraftTableProps) => (
  <DataTable
    label="Drafts"
    rows={drafts}
    getKey={({ id }) => id}
    columns={{
      Signal: ({ content }) => (
        <>
          <span className="font-semibold">{content.symbol.trim() || 'No stock yet'}</span>{' '}
          <span className="text-muted">
            {TYPE_LABELS[content.signal_type]}
            {content.order_type === 'sell' && ', sell'}
          </span>
          {content.title && <span className="block max-w-64 text-muted">{content.title}</span>}
        </>
      ),
      Levels: ({ content }) => (
        <dl className="grid gap-0.5">
          <Level name="Entry" price={content.entry_price} />
          <Level name="Stop" price={content.stop_loss} />
          <Level name="Targets" price={content.targets.filter((target) => target.trim()).join(', ')} />
        </dl>
      ),
      State: (draft) => <State draft={draft} />,
      'Last change': ({ updated_at, updated_by }) => (
        <>
          <PakistanTime at={updated_at} />
          <span className="block wrap-anywhere text-muted">by {updated_by}</span>
        </>
      ),
    }}
    actions={(draft) =>
      listActions(draft, isApprovalRequired).map(([action, label]) => (
        <Button
          key={action}
          variant={action === 'publish' ? 'primary' : 'secondary'}
          size="small"
          onClick={() => onOpen(action, draft)}
        >
          {label}
          <span className="sr-only"> {draft.content.symbol.trim() || 'draft'}</span>
        </Button>
      ))
    }
  />
);

function State({ draft: { state, submitted_at, submitted_by, returned } }: { draft: SignalDraft }) {
  return (
    <>
      <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>
      {submitted_at && (
        <span className="block text-xs text-muted">
          by {submitted_by}, <PakistanTime at={submitted_at} />
        </span>
      )}
      {returned && (
        <span className="mt-1 block text-xs wrap-anywhere">
          <span className="text-muted">{returned.by}: </span>
          {returned.comment}
        </span>
      )}
    </>
  );
}

const STATES: Record<SignalDraft['state'], { label: string; variant: BadgeVariant }> = {
  draft: { label: 'Draft', variant: 'muted' },
  submitted: { label: 'Waiting for approval', variant: 'active' },
  returned: { label: 'Sent back', variant: 'warning' },
};

function Level({ name, price }: { name: string; price: string }) {
  return (
    <div className="flex gap-2">
      <dt className="w-14 shrink-0 text-muted">{name}</dt>
      <dd className="figures whitespace-normal wrap-anywhere">{price.trim() || '–'}</dd>
    </div>
  );
}

function listActions(draft: SignalDraft, isApprovalRequired: boolean): [DraftAction, string][] {
  if (draft.can_withdraw) {
    const withdraw: [DraftAction, string] = ['withdraw', 'Withdraw'];
    return draft.can_publish ? [withdraw, ['publish', 'Publish']] : [withdraw];
  }
  if (draft.state === 'submitted') return [['publish', isApprovalRequired ? 'Review' : 'Publish']];
  const change: [DraftAction, string][] = [
    ['delete', 'Delete'],
    ['edit', 'Edit'],
  ];
  return draft.can_publish ? [...change, ['publish', 'Publish']] : change;
}
