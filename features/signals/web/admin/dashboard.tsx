import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { getAdminNextPath, paths } from '#core/contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators, LazyPart } from '#core/web/admin/admin-page.tsx';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Button } from '#core/web/ui/button.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import { LockIcon, PlusIcon } from '#core/web/ui/icons.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { TabList } from '#core/web/ui/tabs/tab-list.tsx';
import {
  ADMIN_SIGNALS_PAGE_SIZE,
  listAdminSignals,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { getDelayUntilExpiry } from '#features/signals/web/delay-until-expiry.ts';
import { LazyLiveStatus } from '#features/signals/web/public/live/lazy-live-status.ts';
import { ADMIN_SIGNALS_KEY } from '#features/signals/web/public/signal-keys.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import type { OpenDialog } from './signals/signal-dialogs.tsx';

const RequiredSetup = lazyWithPreload(
  async () =>
    (await import('#features/accounts/web/public/admin/second-factor/second-factor-setup.tsx')).RequiredSetup,
);
const SignalTable = lazyWithPreload(async () => (await import('./signals/signal-table.tsx')).SignalTable);
const SignalDialogs = lazyWithPreload(
  async () => (await import('./signals/signal-dialogs.tsx')).SignalDialogs,
);

export const meta = createAdminMeta('Admin Dashboard', 'Publish and manage signals.');

export default forAdministrators('Admin Dashboard', function AdminDashboard() {
  // Stored here because the list may be refetched before the administrator has saved the recovery codes.
  const [isSettingUp, setSettingUp] = useState(false);
  const next = getAdminNextPath(useSearchParams()[0]);
  const navigate = useNavigate();
  if (!isSettingUp) return <ManageSignals onSecondFactorMissing={() => setSettingUp(true)} />;
  const finishSetup = () => {
    if (next !== paths.adminDashboard) return navigate(next, { replace: true });
    setSettingUp(false);
    // The pressed button is removed, as on a page change.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <LazyPart code={RequiredSetup} name="The setup of the second factor">
      <RequiredSetup onDone={finishSetup} />
    </LazyPart>
  );
});

const SEARCH_DEBOUNCE_MS = 300;

/** The number of active signals, the list of one type, and the dialogs that change signals. */
function ManageSignals({ onSecondFactorMissing }: { onSecondFactorMissing: () => void }) {
  const [query, setQuery] = useSearchParams();
  const type = SIGNAL_TYPES.find((each) => each === query.get('signal_type')) ?? 'intraday';
  const search = query.get('search') ?? '';
  const page = query.get('page') ?? '1';
  const show = (next: { type?: SignalType; page?: number; search?: string; replace?: boolean }) => {
    const values = new URLSearchParams({ signal_type: next.type ?? type });
    if (next.search ?? search) values.set('search', next.search ?? search);
    if (next.page) values.set('page', String(next.page));
    setQuery(values, { preventScrollReset: true, replace: next.replace });
  };
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  // The page may be past the end: its last signal may have been deleted.
  const signals = useAdminQuery({
    queryKey: [...ADMIN_SIGNALS_KEY, type, page, search],
    queryFn: () => api(listAdminSignals, { query: { signal_type: type, page, search } }),
    // The end of a session changes states and counts.
    refetchInterval: ({ state }) => getDelayUntilExpiry([state.data?.states_change_at], getNow().getTime()),
    placeholderData: (previous, query) =>
      query?.queryKey[1] === type ? keepPreviousData(previous) : undefined,
  });
  const { data, lastPage, isSecondFactorMissing } = signals;

  // Once the list is shown, so that a dialog opens immediately.
  useLazyCode(SignalTable, true);
  const dialogs = useLazyCode(SignalDialogs, data !== undefined || open !== null);

  const leave = useEffectEvent(() => {
    if (lastPage !== null) show({ page: lastPage, replace: true });
    if (isSecondFactorMissing) onSecondFactorMissing();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event reads what has changed
  useEffect(() => leave(), [lastPage, isSecondFactorMissing]);

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
      {open && (
        <LazyPart code={SignalDialogs} name="The dialog" className="mb-4">
          <SignalDialogs
            open={open}
            type={type}
            isApprovalRequired={data?.is_approval_required ?? false}
            onClose={close}
            onRemoved={closeRemoved}
            onPublished={(published) => show({ type: published, search: '', replace: true })}
          />
        </LazyPart>
      )}
      <dl className="grid grid-cols-3 divide-x divide-line rounded-box border border-line bg-surface">
        {SIGNAL_TYPES.map((each) => (
          <div key={each} className="px-3 py-3 sm:px-5">
            <dt className="text-sm text-muted">{TYPE_LABELS[each]}</dt>
            <dd className="figures text-2xl font-semibold">
              <span>{data?.active_counts[each] ?? '–'}</span>{' '}
              <span className="text-sm font-normal text-muted">active</span>
            </dd>
          </div>
        ))}
      </dl>

      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b border-line-strong">
        <TabList label="Signal type" className="flex">
          {SIGNAL_TYPES.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={each === type}
              onClick={() => show({ type: each })}
              className={`-mb-px min-h-11 border-b-2 px-3 sm:px-5 ${each === type ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
            >
              {TYPE_LABELS[each]}
            </button>
          ))}
        </TabList>
        <SearchBox
          label="Search signals"
          placeholder="Search symbol or title"
          value={search}
          debounceMs={SEARCH_DEBOUNCE_MS}
          maxLength={60}
          onSearch={(text) => show({ search: text })}
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
              <LazyPart code={SignalTable} name="The signals">
                <SignalTable signals={results} onOpen={setOpen} />
              </LazyPart>
              <Pages count={count} page={Number(page)} onPage={(next) => show({ page: next })} />
            </>
          )}
        </QueryResult>
      </div>
    </AdminPage>
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
