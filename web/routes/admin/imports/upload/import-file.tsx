import { type RefObject, useRef, useState } from 'react';
import { Preview } from '#web/routes/admin/imports/preview/preview.tsx';
import { EMPTY_DRAFT, type ImportDraft, toImportFile } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { useImport } from './use-import.ts';

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

  const change = (next: Partial<ImportDraft>) => {
    setError(null);
    setDraft((current) => ({ ...current, ...next }));
    // The preview no longer matches the input.
    importing.discard();
  };
  const preview = () => {
    const file = toImportFile(draft, new Date());
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
          isBusy={importing.isPreviewing}
          onChange={change}
          onError={setError}
          onPreview={preview}
        />
      </section>
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
