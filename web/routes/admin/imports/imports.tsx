import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#web/admin/admin-page.tsx';
import { LazyPart } from '#web/admin/lazy-part.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';
import { LinkTabPanel, LinkTabs } from '#web/ui/tabs/link-tabs.tsx';
import { ImportFile } from './import-file.tsx';
import { useFilings, useImports } from './import-queries.ts';

export const meta = createAdminMeta(
  'Imports',
  'Import board meetings, book closures and prices, and confirm pending filings.',
);

const History = lazyWithPreload(async () => (await import('./history.tsx')).History);
const Filings = lazyWithPreload(async () => (await import('./filings.tsx')).Filings);

const IMPORTS = { id: 'view-imports', label: 'Imports', url: paths.adminImports };
const FILINGS = { id: 'view-filings', label: 'Pending filings', url: `${paths.adminImports}?view=filings` };

export default forAdministrators('Imports', function Imports() {
  const selected = useSearchParams()[0].get('view') === 'filings' ? FILINGS : IMPORTS;
  const imports = useImports();
  const filings = useFilings();
  const history = useRef<HTMLElement>(null);
  // Once the number of filings is shown, so that the view opens immediately.
  useLazyCode(Filings, filings.data !== undefined);
  return (
    <AdminPage
      title="Imports"
      description="Import board meetings, book closures, prices and index values from files and tables. Traders see imported data immediately. Prices and other market data of the exchange may only be used with its license."
      query={imports}
    >
      <LinkTabs
        label="View"
        tabs={[IMPORTS, FILINGS]}
        selected={selected}
        className="mb-6 flex"
        tabClassName="gap-2 px-3"
        renderMore={(tab) =>
          tab === FILINGS &&
          filings.data && (
            <span className="figures rounded-box bg-sunken px-1.5 text-xs/5 text-ink">
              {formatCount(filings.data.count)}
            </span>
          )
        }
      />
      <LinkTabPanel tab={IMPORTS} selected={selected}>
        <ImportFile history={history} />
        <LazyPart code={History} name="The recent imports" className="mt-10">
          <History imports={imports} sectionRef={history} />
        </LazyPart>
      </LinkTabPanel>
      <LinkTabPanel tab={FILINGS} selected={selected}>
        <LazyPart code={Filings} name="The filings">
          <Filings filings={filings} />
        </LazyPart>
      </LinkTabPanel>
    </AdminPage>
  );
});
