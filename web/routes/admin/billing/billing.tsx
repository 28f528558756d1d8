import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { Unlinked } from './unlinked.tsx';
import { useBillingProblems } from './use-billing-problems.ts';

export const meta = createAdminMeta('Billing', 'Payment problems that need attention.');

export default forAdministrators('Billing', function Billing() {
  const problems = useBillingProblems();
  return (
    <AdminPage
      title="Billing"
      description="Paddle events are applied automatically. Failed events are listed here."
      query={problems}
    >
      <QueryResult query={problems} loading="Loading billing problems...">
        {(data) => (
          <div className="grid gap-8">
            <Reconciliation problems={data} />
            <DeadLetters letters={data.dead_letters} count={data.dead_letter_count} />
            <Unlinked subscriptions={data.unlinked} count={data.unlinked_count} />
          </div>
        )}
      </QueryResult>
    </AdminPage>
  );
});
