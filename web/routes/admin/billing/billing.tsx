import { Navigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { Unlinked } from './unlinked.tsx';
import { useBillingProblems } from './use-billing-problems.ts';

export const meta = createPageMeta({
  title: 'Billing',
  description: 'Payment problems that need attention.',
  noindex: true,
});

export default function Billing() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="Billing" />;
  return <BillingProblems key={administrator.id} />;
}

function BillingProblems() {
  const { data, error, isSecondFactorMissing, isFetching, refetch } = useBillingProblems();
  // The dashboard shows the setup.
  if (isSecondFactorMissing) return <Navigate to={paths.adminDashboard} replace />;
  return (
    <>
      <AdminNav />
      <PageHeader
        title="Billing"
        description="Paddle events are applied automatically. Failed events are listed here."
      />
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading billing problems...</Loading>}
      {data && (
        <div className="grid gap-8">
          <Reconciliation problems={data} />
          <DeadLetters letters={data.dead_letters} count={data.dead_letter_count} />
          <Unlinked subscriptions={data.unlinked} count={data.unlinked_count} />
        </div>
      )}
    </>
  );
}
