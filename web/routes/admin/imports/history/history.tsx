import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Import } from '#contract/imports/imports.ts';
import { QueryResult } from '#web/ui/feedback/query-result.tsx';
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
  const [reverting, setReverting] = useState<Import | null>(null);
  useEndedImports(imports.data?.results);
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
      <QueryResult
        query={imports}
        loading="Loading imports..."
        empty={{
          title: 'No imports yet',
          text: 'Choose a file or paste a table above. The last 50 imports are listed here, and you can revert them.',
          level: 3,
        }}
      >
        {({ results }) => <ImportTable imports={results} onRevert={setReverting} />}
      </QueryResult>
      {reverting && <RevertDialog target={reverting} onClose={close} onReverting={closeReverting} />}
    </section>
  );
}
