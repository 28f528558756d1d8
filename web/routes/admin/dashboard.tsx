import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { LazyPart } from '#web/admin/lazy-part.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { ManageSignals } from './signals/manage-signals.tsx';

const RequiredSetup = lazyWithPreload(
  async () => (await import('./second-factor/second-factor-setup.tsx')).RequiredSetup,
);

export const meta = createAdminMeta('Admin Dashboard', 'Publish and manage signals.');

export default forAdministrators('Admin Dashboard', function AdminDashboard() {
  const [query, setQuery] = useSearchParams();
  // Stored here because the list may be refetched before the administrator has saved the recovery codes.
  const [isSettingUp, setSettingUp] = useState(false);

  const type = SIGNAL_TYPES.find((each) => each === query.get('signal_type')) ?? 'intraday';
  const search = query.get('search') ?? '';
  const show = (next: { type?: SignalType; page?: number; search?: string; replace?: boolean }) => {
    const values = new URLSearchParams({ signal_type: next.type ?? type });
    if (next.search ?? search) values.set('search', next.search ?? search);
    if (next.page) values.set('page', String(next.page));
    setQuery(values, { preventScrollReset: true, replace: next.replace });
  };

  if (isSettingUp) {
    const finishSetup = () => {
      setSettingUp(false);
      // The pressed button is removed, as on a page change.
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    return (
      <LazyPart code={RequiredSetup} name="The setup of the second factor">
        <RequiredSetup onDone={finishSetup} />
      </LazyPart>
    );
  }
  return (
    <ManageSignals
      type={type}
      page={query.get('page') ?? '1'}
      search={search}
      onType={(selected) => show({ type: selected })}
      onPage={(page) => show({ page })}
      onSearch={(text) => show({ search: text })}
      onPageOutOfRange={(page) => show({ page, replace: true })}
      onSecondFactorMissing={() => setSettingUp(true)}
    />
  );
});
