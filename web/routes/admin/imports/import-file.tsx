import { type RefObject, useRef, useState } from 'react';
import { getNow } from '#web/api/server-clock.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';
import { EMPTY_DRAFT, type ImportDraft, toImportFile } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { useImport } from './import-queries.ts';

const Preview = lazyWithPreload(async () => (await import('./preview.tsx')).Preview);

/** The import form and the preview. */
export function ImportFile({ history }: { history: RefObject<HTMLElement | null> }) {
  const [draft, setDraft] = useState<ImportDraft>(EMPTY_DRAFT);
  const [error, setError] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const importing = useImport({
    onStarted: () => {
      setDraft({ ...EMPTY_DRAFT, kind: draft.kind });
      history.current?.focus();
    },
  });

  // The code of the preview is loaded while the administrator selects a file.
  const previewCode = useLazyCode(Preview, draft !== EMPTY_DRAFT);

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
      {importing.shown && (
        <Preview
          key={importing.shown.number}
          shown={importing.shown}
          failure={importing.startFailure}
          isBusy={importing.isStarting}
          onImport={importing.start}
          onCancel={cancel}
        />
      )}
    </>
  );
}
