import { type RefObject, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { AdminPage, createAdminMeta, forAdministrators, LazyPart } from '#core/web/admin/admin-page.tsx';
import { getNow } from '#core/web/api/server-clock.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { LinkTabPanel, LinkTabs } from '#core/web/ui/tabs/link-tabs.tsx';
import { IMPORT_KINDS } from '#features/imports/contract/imports.ts';
import { EMPTY_DRAFT, type ImportDraft, ImportForm, toImportFile } from './import-form.tsx';
import { useFilings, useImport, useImports } from './import-queries.ts';

export const meta = createAdminMeta(
  'Imports',
  'Import board meetings, book closures and prices, and confirm pending filings.',
);

const UnknownColumns = lazyWithPreload(async () => (await import('./unknown-columns.tsx')).UnknownColumns);
const Preview = lazyWithPreload(async () => (await import('./preview.tsx')).Preview);
const History = lazyWithPreload(async () => (await import('./history.tsx')).History);
const WaitingImports = lazyWithPreload(async () => (await import('./waiting-imports.tsx')).WaitingImports);
const StoredEvents = lazyWithPreload(async () => (await import('./stored-events.tsx')).StoredEvents);
const Filings = lazyWithPreload(async () => (await import('./filings.tsx')).Filings);

const IMPORTS = { id: 'view-imports', label: 'Imports', url: paths.adminImports };
const FILINGS = { id: 'view-filings', label: 'Pending filings', url: `${paths.adminImports}?view=filings` };
const STORED = { id: 'view-stored', label: 'Stored', url: `${paths.adminImports}?view=stored` };

export default forAdministrators('Imports', function Imports() {
  const view = useSearchParams()[0].get('view');
  const selected = view === 'filings' ? FILINGS : view === 'stored' ? STORED : IMPORTS;
  const imports = useImports();
  const filings = useFilings();
  const history = useRef<HTMLElement>(null);
  // Once the number of filings is shown, so that the view opens immediately.
  useLazyCode(Filings, filings.data !== undefined);
  return (
    <AdminPage
      title="Imports"
      description="Import board meetings, book closures, prices, index values and bank statements from files and tables. Traders see imported market data immediately. Prices and other market data of the exchange may only be used with its license."
      query={imports}
    >
      <LinkTabs
        label="View"
        tabs={[IMPORTS, FILINGS, STORED]}
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
      <LinkTabPanel tab={STORED} selected={selected}>
        <LazyPart code={StoredEvents} name="The stored meetings and closures">
          <StoredEvents />
        </LazyPart>
      </LinkTabPanel>
    </AdminPage>
  );
});

/** The import form and the preview. */
function ImportFile({ history }: { history: RefObject<HTMLElement | null> }) {
  const [query] = useSearchParams();
  /** Setup and tasks link to the kind that is missing. */
  const [first] = useState<ImportDraft>(() => {
    const kind = IMPORT_KINDS.find((each) => each === query.get('kind'));
    return kind ? { ...EMPTY_DRAFT, kind } : EMPTY_DRAFT;
  });
  const [draft, setDraft] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const importing = useImport({
    onStarted: () => {
      setDraft({ ...EMPTY_DRAFT, kind: draft.kind });
      history.current?.focus();
    },
  });

  // The code of the preview is loaded while the administrator selects a file.
  const previewCode = useLazyCode(Preview, draft !== first || importing.isPreviewing);

  const change = (next: Partial<ImportDraft>) => {
    setError(null);
    setDraft((current) => ({ ...current, ...next }));
    // The preview no longer matches the input.
    importing.discard();
  };
  const preview = () => {
    const file = toImportFile(draft, getNow());
    if (typeof file === 'string') return setError(file);
    setError(null);
    importing.preview(file);
  };
  const cancel = () => {
    importing.discard();
    section.current?.focus();
  };
  return (
    <>
      <LazyPart code={WaitingImports} name="The waiting downloads" className="mb-8">
        <WaitingImports onReview={importing.preview} focusRef={section} />
      </LazyPart>
      <section ref={section} tabIndex={-1} aria-labelledby="import-file">
        <h2 id="import-file" className="mb-3 text-xl">
          Import a file
        </h2>
        <ImportForm
          draft={draft}
          error={error}
          failure={importing.previewFailure}
          isBusy={importing.isPreviewing || (importing.shown !== null && previewCode.isLoading)}
          onChange={change}
          onError={setError}
          onPreview={preview}
        />
      </section>
      {importing.shown && previewCode.isFailed && (
        <LoadFailure onRetry={previewCode.retry} className="mt-4">
          The preview could not be loaded. Check your connection and try again.
        </LoadFailure>
      )}
      {importing.unknown && (
        <LazyPart code={UnknownColumns} name="The columns" className="mt-6">
          <UnknownColumns
            key={importing.unknown.file.file_name}
            unknown={importing.unknown}
            isBusy={importing.isPreviewing}
            onChoose={importing.repair}
          />
        </LazyPart>
      )}
      {importing.shown && (
        <Preview
          key={importing.shown.number}
          shown={importing.shown}
          failure={importing.startFailure}
          isBusy={importing.isStarting}
          checking={{ isBusy: importing.isPreviewing, failure: importing.previewFailure }}
          onRepair={importing.repair}
          onImport={importing.start}
          onCancel={cancel}
        />
      )}
    </>
  );
}
