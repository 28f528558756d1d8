import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { RequiredSetup } from './second-factor/required-setup.tsx';
import { CheckingSignIn } from './sign-in/checking-sign-in.tsx';
import { ManageSignals } from './signals/manage-signals.tsx';
import { useAdministrator } from './use-administrator.ts';

export const meta = pageMeta({
  title: 'Admin Dashboard',
  description: 'Publish and manage signals.',
  noindex: true,
});

export default function AdminDashboard() {
  const user = useAdministrator();
  const [search, setSearch] = useSearchParams();
  // Held here: the list can be read again before the recovery codes have been.
  const [settingUpId, setSettingUpId] = useState<string | null>(null);

  if (!user) return <CheckingSignIn title="Admin Dashboard" />;
  const type = SIGNAL_TYPES.find((known) => known === search.get('signal_type')) ?? 'intraday';
  const sought = search.get('search') ?? '';
  const show = (next: { type?: SignalType; page?: number; sought?: string; replace?: boolean }) => {
    const address = new URLSearchParams({ signal_type: next.type ?? type });
    if (next.sought ?? sought) address.set('search', next.sought ?? sought);
    if (next.page) address.set('page', String(next.page));
    setSearch(address, { preventScrollReset: true, replace: next.replace });
  };

  if (settingUpId === user.id) {
    const goOn = () => {
      setSettingUpId(null);
      // As on a change of page: the button that was pressed goes.
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    return <RequiredSetup onDone={goOn} />;
  }
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
      onSecondFactorMissing={() => setSettingUpId(user.id)}
    />
  );
}
