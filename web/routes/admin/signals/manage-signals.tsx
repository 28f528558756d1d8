import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ADMIN_SIGNALS_PAGE_SIZE } from '#contract/signals/admin-endpoints.ts';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { AdminPage } from '#web/admin/admin-page.tsx';
import { LazyLiveStatus } from '#web/signals/live/lazy-live-status.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { SearchBox } from '#web/ui/forms/search-box.tsx';
import { LockIcon, PlusIcon } from '#web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';
import { TabList } from '#web/ui/tabs/tab-list.tsx';
import type { OpenDialog } from './signal-dialogs.tsx';
import { SignalTable } from './signal-table.tsx';
import { useAdminSignals } from './use-admin-signals.ts';

interface ManageSignalsProps {
  type: SignalType;
  page: string;
  search: string;
  onType: (type: SignalType) => void;
  onPage: (page: number) => void;
  onSearch: (search: string) => void;
  onPageOutOfRange: (lastPage: number) => void;
  /** The administrator must set up a second factor first. */
  onSecondFactorMissing: () => void;
}

const SEARCH_DEBOUNCE_MS = 300;

const SignalDialogs = lazyWithPreload(async () => (await import('./signal-dialogs.tsx')).SignalDialogs);

/** The dashboard: the number of active signals, the list of one type, and the dialogs that change signals. */
export function ManageSignals({
  type,
  page,
  search,
  onType,
  onPage,
  onSearch,
  onPageOutOfRange,
  onSecondFactorMissing,
}: ManageSignalsProps) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const signals = useAdminSignals({ type, page, search });
  const { data, lastPage, isSecondFactorMissing } = signals;

  // Once the list is shown, so that a dialog opens immediately.
  const dialogs = useLazyCode(SignalDialogs, data !== undefined || open !== null);

  const leavePage = useEffectEvent(onPageOutOfRange);
  useEffect(() => {
    if (lastPage !== null) leavePage(lastPage);
  }, [lastPage]);

  const setUpFirst = useEffectEvent(onSecondFactorMissing);
  useEffect(() => {
    if (isSecondFactorMissing) setUpFirst();
  }, [isSecondFactorMissing]);

  const close = () => setOpen(null);
  // The pressed button is gone, with its row or after a decision.
  const closeRemoved = () => {
    flushSync(close);
    panel.current?.focus({ preventScroll: true });
  };
  return (
    <AdminPage
      title="Admin Dashboard"
      description="Traders see the signals you save here."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setOpen({ kind: 'second-factor' })}>
            <LockIcon />
            <span className="max-sm:sr-only">Second factor</span>
          </Button>
          <Button busy={open !== null && dialogs.isLoading} onClick={() => setOpen({ kind: 'add' })}>
            <PlusIcon />
            Add New Signal
          </Button>
        </div>
      }
    >
      {open && dialogs.isFailed && (
        <LoadFailure onRetry={dialogs.retry} className="mb-4">
          The dialog could not be loaded. Check your connection and try again.
        </LoadFailure>
      )}
      <ActiveCounts counts={data?.active_counts} />

      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b border-line-strong">
        <TabList label="Signal type" className="flex">
          {SIGNAL_TYPES.map((each) => (
            <Tab key={each} isSelected={each === type} onClick={() => onType(each)}>
              {TYPE_LABELS[each]}
            </Tab>
          ))}
        </TabList>
        <SearchBox
          label="Search signals"
          placeholder="Search symbol or title"
          value={search}
          debounceMs={SEARCH_DEBOUNCE_MS}
          maxLength={60}
          onSearch={onSearch}
          className="mb-2 min-h-10 w-full rounded-box border border-line-strong bg-surface px-3 text-sm sm:w-64"
        />
      </div>

      <div
        ref={panel}
        role="tabpanel"
        tabIndex={-1}
        aria-label={`${TYPE_LABELS[type]} signals`}
        className="pt-2"
      >
        <p className="mb-2 flex min-h-5 justify-end text-sm text-muted">
          <LazyLiveStatus updatedAt={signals.dataUpdatedAt} />
        </p>
        <QueryResult
          query={signals}
          loading="Loading signals..."
          empty={{
            title: `No ${TYPE_LABELS[type]} Signals`,
            text: search ? 'No signals match your search.' : 'Traders see a signal as soon as you add it.',
          }}
        >
          {({ count, results }) => (
            <>
              <SignalTable signals={results} onOpen={(kind, signal) => setOpen({ kind, signal })} />
              <Pages count={count} page={Number(page)} onPage={onPage} />
            </>
          )}
        </QueryResult>
      </div>

      {open && (
        <SignalDialogs
          open={open}
          type={type}
          isApprovalRequired={data?.is_approval_required ?? false}
          onClose={close}
          onRemoved={closeRemoved}
        />
      )}
    </AdminPage>
  );
}

function ActiveCounts({ counts }: { counts: Record<SignalType, number> | undefined }) {
  return (
    <dl className="grid grid-cols-3 divide-x divide-line rounded-box border border-line bg-surface">
      {SIGNAL_TYPES.map((each) => (
        <div key={each} className="px-3 py-3 sm:px-5">
          <dt className="text-sm text-muted">{TYPE_LABELS[each]}</dt>
          <dd className="figures text-2xl font-semibold">
            <span>{counts?.[each] ?? '–'}</span>{' '}
            <span className="text-sm font-normal text-muted">active</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Tab({
  isSelected,
  onClick,
  children,
}: {
  isSelected: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isSelected}
      onClick={onClick}
      className={`-mb-px min-h-11 border-b-2 px-3 sm:px-5 ${isSelected ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
    >
      {children}
    </button>
  );
}

function Pages({ count, page, onPage }: { count: number; page: number; onPage: (page: number) => void }) {
  const pages = Math.ceil(count / ADMIN_SIGNALS_PAGE_SIZE);
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-3 text-sm">
      <Button variant="secondary" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="figures text-muted">{`Page ${page} of ${pages}, ${count} signals`}</span>
      <Button variant="secondary" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
