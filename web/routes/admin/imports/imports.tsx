import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy-with-preload.tsx';
import { useFilings } from './filings/use-filings.ts';
import { useImports } from './history/use-imports.ts';
import { ImportFile } from './upload/import-file.tsx';
import { getView, ViewPanel, ViewTabs } from './view-tabs.tsx';

export const meta = createAdminMeta(
  'Imports',
  'Import board meetings, book closures and prices, and confirm pending filings.',
);

const History = lazyWithPreload(async () => (await import('./history/history.tsx')).History);
const Filings = lazyWithPreload(async () => (await import('./filings/filings.tsx')).Filings);

export default forAdministrators('Imports', function Imports() {
  const view = getView(useSearchParams()[0]);
  const imports = useImports();
  const filings = useFilings();
  const history = useRef<HTMLElement>(null);
  const historyCode = useLazyCode(History, true);
  // Once the number of filings is shown, so that the view opens immediately.
  const filingsCode = useLazyCode(Filings, view === 'filings' || filings.data !== undefined);
  return (
    <AdminPage
      title="Imports"
      description="Import board meetings, book closures, prices and index values from files and tables. Traders see imported data immediately. Prices and other market data of the exchange may only be used with its license."
      query={imports}
    >
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
    </AdminPage>
  );
});
