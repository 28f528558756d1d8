import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { addresses } from '#web/addresses.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { useSession } from '#web/session/session.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ManageSignals } from './signals/manage-signals.tsx';

export const meta = pageMeta({
  title: 'Admin Dashboard',
  description: 'Publish and manage signals.',
  noindex: true,
});

/** Only administrators see it; everybody else is sent to the administrators' sign-in. The server decides on every call. */
export default function AdminDashboard() {
  const user = useSession();
  const navigate = useNavigate();
  const isAdmin = user?.isAdmin === true;
  useEffect(() => {
    if (user !== undefined && !isAdmin) navigate(addresses.adminSignIn, { replace: true });
  }, [user, isAdmin, navigate]);

  const [search, setSearch] = useSearchParams();
  const type = SIGNAL_TYPES.find((known) => known === search.get('signal_type')) ?? 'intraday';
  const sought = search.get('search') ?? '';
  const show = (next: { type?: SignalType; page?: number; sought?: string; replace?: boolean }) => {
    const address = new URLSearchParams({ signal_type: next.type ?? type });
    if (next.sought ?? sought) address.set('search', next.sought ?? sought);
    if (next.page) address.set('page', String(next.page));
    setSearch(address, { preventScrollReset: true, replace: next.replace });
  };

  if (!isAdmin) return <Waiting />;
  return (
    <ManageSignals
      // What one administrator typed is not for another.
      key={user.id}
      type={type}
      page={search.get('page') ?? '1'}
      search={sought}
      onType={(chosen) => show({ type: chosen })}
      onPage={(page) => show({ page })}
      onSearch={(text) => show({ sought: text })}
      onNoSuchPage={() => show({ replace: true })}
    />
  );
}

function Waiting() {
  return (
    <>
      <h1 className="text-2xl">Admin Dashboard</h1>
      <p role="status" className="needs-script mt-6 flex items-center gap-2 text-muted">
        <Spinner />
        Checking your sign-in…
      </p>
      <noscript>
        <Notice>The dashboard needs JavaScript.</Notice>
      </noscript>
    </>
  );
}
