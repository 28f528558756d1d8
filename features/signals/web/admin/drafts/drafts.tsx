import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators, LazyPart } from '#core/web/admin/admin-page.tsx';
import { DRAFTS_KEY, useAdminQuery } from '#core/web/admin/admin-query.ts';
import { RowAction, RowMenu } from '#core/web/admin/row-action.tsx';
import { api } from '#core/web/api/api.ts';
import { parsePage } from '#core/web/list/filters.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { PlusIcon } from '#core/web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { Pagination } from '#core/web/ui/pagination.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  DRAFTS_PAGE_SIZE,
  listSignalDrafts,
  type SignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import type { DraftAction, OpenDraftDialog } from './draft-dialogs.tsx';

export const meta = createAdminMeta('Drafts', 'Signals that are not published yet.');

const DraftDialogs = lazyWithPreload(async () => (await import('./draft-dialogs.tsx')).DraftDialogs);

/** Other administrators change drafts too. */
const REFETCH_MS = 60_000;

const getUrl = (page: number) => (page === 1 ? paths.adminDrafts : `${paths.adminDrafts}?page=${page}`);

export default forAdministrators('Drafts', function Drafts() {
  const [query, setQuery] = useSearchParams();
  const page = parsePage(query.get('page'));
  const [open, setOpen] = useState<OpenDraftDialog | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const drafts = useAdminQuery({
    queryKey: [...DRAFTS_KEY, page],
    queryFn: () => api(listSignalDrafts, { query: { page: String(page) } }),
    refetchInterval: REFETCH_MS,
  });
  const reviewed = drafts.data?.results.find(({ id }) => id === query.get('review'));
  useEffect(() => {
    // The inbox links to a draft. After its review the URL no longer names it.
    if (!reviewed) return;
    setQuery({}, { replace: true });
    setOpen({ kind: 'publish', draft: reviewed });
  }, [reviewed, setQuery]);
  const dialogs = useLazyCode(DraftDialogs, drafts.data !== undefined || open !== null);
  // The last draft of the page may have been published.
  if (drafts.lastPage !== null) return <Navigate to={getUrl(drafts.lastPage)} replace />;

  const isApprovalRequired = drafts.data?.is_approval_required ?? false;
  const close = () => setOpen(null);
  // The focused button may have been removed with its row.
  const closeRemoved = () => {
    flushSync(close);
    list.current?.focus({ preventScroll: true });
  };
  return (
    <AdminPage
      title="Drafts"
      description={
        isApprovalRequired
          ? 'Only administrators see drafts. Another administrator must approve a draft before it is published.'
          : 'Only administrators see drafts. Traders see a signal once it is published.'
      }
      actions={
        <Button busy={open !== null && dialogs.isLoading} onClick={() => setOpen({ kind: 'add' })}>
          <PlusIcon />
          Add Draft
        </Button>
      }
      query={drafts}
    >
      {open && (
        <LazyPart code={DraftDialogs} name="The dialog" className="mb-4">
          <DraftDialogs
            open={open}
            isApprovalRequired={isApprovalRequired}
            onOpen={setOpen}
            onClose={close}
            onRemoved={closeRemoved}
          />
        </LazyPart>
      )}
      <div ref={list} tabIndex={-1}>
        <QueryResult
          query={drafts}
          loading="Loading drafts..."
          empty={{ title: 'No drafts', text: 'Save a signal as a draft to finish or check it later.' }}
        >
          {({ count, results }) => (
            <>
              <DraftTable drafts={results} isApprovalRequired={isApprovalRequired} onOpen={setOpen} />
              <Pagination
                page={page}
                pages={Math.ceil(count / DRAFTS_PAGE_SIZE)}
                getUrl={getUrl}
                summary={`${formatCount(count)} drafts`}
              />
            </>
          )}
        </QueryResult>
      </div>
    </AdminPage>
  );
});

interface DraftTableProps {
  drafts: readonly SignalDraft[];
  isApprovalRequired: boolean;
  onOpen: (dialog: { kind: DraftAction; draft: SignalDraft }) => void;
}

const DraftTable = ({ drafts, isApprovalRequired, onOpen }: DraftTableProps) => (
  <DataTable
    label="Drafts"
    rows={drafts}
    getKey={({ id }) => id}
    columns={{
      Signal: ({ content }) => (
        <span>
          <span className="font-semibold">{content.symbol.trim() || 'No stock yet'}</span>{' '}
          <span className="text-muted">
            {`${TYPE_LABELS[content.signal_type]}${content.order_type === 'sell' ? ', sell' : ''}`}
          </span>
          {content.replaces_id && <span className="block text-xs">Replaces a published signal</span>}
          {content.title && <span className="block max-w-64 text-muted">{content.title}</span>}
        </span>
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
          <span className="block wrap-anywhere text-muted">{`by ${updated_by}`}</span>
        </>
      ),
    }}
    actions={(draft) => {
      const row = draft.content.symbol.trim() || 'draft';
      const [primary, ...others] = listActions(draft, isApprovalRequired).map(([action, label]) => (
        <RowAction
          key={action}
          row={row}
          variant={action === 'publish' ? 'primary' : 'secondary'}
          onClick={() => onOpen({ kind: action, draft })}
        >
          {label}
        </RowAction>
      ));
      return (
        <>
          {primary}
          {others.length > 0 && <RowMenu row={row}>{others}</RowMenu>}
        </>
      );
    }}
  />
);

function State({ draft: { state, submitted_at, submitted_by, returned } }: { draft: SignalDraft }) {
  return (
    <>
      <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>
      {submitted_at && (
        <span className="block text-xs text-muted">
          by <span>{submitted_by}</span>, <PakistanTime at={submitted_at} />
        </span>
      )}
      {returned && (
        <span className="mt-1 block text-xs wrap-anywhere">
          <span className="text-muted">{`${returned.by}: `}</span>
          <span>{returned.comment}</span>
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
      <dd className="figures whitespace-normal wrap-anywhere" translate="no">
        {price.trim() || '–'}
      </dd>
    </div>
  );
}

/** Returns the actions with their labels, the primary one first. */
function listActions(draft: SignalDraft, isApprovalRequired: boolean): [DraftAction, string][] {
  if (draft.can_withdraw) {
    const withdraw: [DraftAction, string] = ['withdraw', 'Withdraw'];
    return draft.can_publish ? [['publish', 'Publish'], withdraw] : [withdraw];
  }
  if (draft.state === 'submitted') return [['publish', isApprovalRequired ? 'Review' : 'Publish']];
  const change: [DraftAction, string][] = [
    ['edit', 'Edit'],
    ['delete', 'Delete'],
  ];
  return draft.can_publish ? [['publish', 'Publish'], ...change] : change;
}
