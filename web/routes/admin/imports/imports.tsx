import { useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { AdminNav } from '#web/routes/admin/admin-nav.tsx';
import { CheckingSignIn } from '#web/routes/admin/sign-in/checking-sign-in.tsx';
import { useAdministrator } from '#web/routes/admin/use-administrator.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { getView } from './current-view.ts';
import { useFilings } from './filings/use-filings.ts';
import { useImports } from './history/use-imports.ts';
import { ImportFile } from './upload/import-file.tsx';
import { ViewPanel, ViewTabs } from './view-tabs.tsx';

export const meta = createPageMeta({
  title: 'Imports',
  description: 'Import board meetings, book closures and prices, and confirm pending filings.',
  noindex: true,
});

const History = lazyWithPreload(async () => (await import('./history/history.tsx')).History);
const Filings = lazyWithPreload(async () => (await import('./filings/filings.tsx')).Filings);

export default function Imports() {
  const administrator = useAdministrator();
  if (!administrator) return <CheckingSignIn title="Imports" />;
  // The key discards the input of a previous administrator.
  return <ManageImports key={administrator.id} />;
}

function ManageImports() {
  const view = getView(useSearchParams()[0]);
  const imports = useImports();
  const filings = useFilings();
  const history = useRef<HTMLElement>(null);
  const historyCode = useLazyCode(History, true);
  // Once the number of filings is shown, so that the view opens immediately.
  const filingsCode = useLazyCode(Filings, view === 'filings' || filings.data !== undefined);
  // The dashboard shows how to set up the second factor.
  if (imports.isSecondFactorMissing) return <Navigate to={paths.adminDashboard} replace />;
  return (
    <>
      <AdminNav />
      <PageHeader
        title="Imports"
        description="Import board meetings, book closures, prices and index values from files and tables. Traders see imported data immediately. Prices and other market data of the exchange may only be used with its license."
      />
      <ViewTabs chosen={view} pendingCount={filings.data?.count} />
      <ViewPanel view="imports" chosen={view}>
        <ImportFile history={history} />
        {historyCode.isFailed && (
          <LoadFailure onRetry={historyCode.retry} className="mt-10">
            The recent imports could not be loaded. Check your connection and try again.
          </LoadFailure>
        )}
        <History imports={imports} sectionRef={history} />
      </ViewPanel>
      <ViewPanel view="filings" chosen={view}>
        {filingsCode.isFailed && (
          <LoadFailure onRetry={filingsCode.retry}>
            The filings could not be loaded. Check your connection and try again.
          </LoadFailure>
        )}
        <Filings filings={filings} />
      </ViewPanel>
    </>
  );
}
