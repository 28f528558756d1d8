import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Import } from '#contract/imports/imports.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { ImportTable } from './import-table.tsx';
import { RevertDialog } from './revert-dialog.tsx';
import { useEndedImports } from './use-ended-imports.ts';
import type { useImports } from './use-imports.ts';

interface HistoryProps {
  imports: ReturnType<typeof useImports>;
  /** Receives the focus when the focused element disappears. */
  sectionRef: RefObject<HTMLElement | null>;
}

/** The recent imports, including those in progress, each with a button to revert it. */
export function History({ imports, sectionRef }: HistoryProps) {
  const { data, error, isFetching, refetch } = imports;
  const [reverting, setReverting] = useState<Import | null>(null);
  useEndedImports(data?.results);
  const close = () => setReverting(null);
  // The button that had the focus disappears as soon as the revert starts.
  const closeReverting = () => {
    flushSync(close);
    sectionRef.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={sectionRef} tabIndex={-1} aria-labelledby="imports-history" className="mt-10">
      <h2 id="imports-history" className="mb-3 text-xl">
        Recent imports
      </h2>
      {error && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-4">
          {error}
        </LoadFailure>
      )}
      {!data && !error && <Loading>Loading imports...</Loading>}
      {data?.results.length === 0 && (
        <EmptyState title="No imports yet" level={3}>
          Choose a file or paste a table above. The last 50 imports are listed here, and you can revert them.
        </EmptyState>
      )}
      {data && data.results.length > 0 && <ImportTable imports={data.results} onRevert={setReverting} />}
      {reverting && <RevertDialog target={reverting} onClose={close} onReverting={closeReverting} />}
    </section>
  );
}
