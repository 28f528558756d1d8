import { type DragEvent, useRef, useState } from 'react';
import { MAX_IMPORT_BYTES } from '#contract/imports/imports.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { type ChosenFile, formatSize, readFile } from './import-draft.ts';

interface FileDropProps {
  file: ChosenFile | null;
  error: string | null;
  onFile: (file: ChosenFile | null) => void;
  onError: (error: string) => void;
}

/** A file input with a drop zone. The file is read immediately, so that later changes to it do not affect the preview. */
export function FileDrop({ file, error, onFile, onError }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const lastChoice = useRef(0);

  const choose = async (files: FileList | null) => {
    const [first, ...others] = files ?? [];
    if (!first) return;
    const choice = ++lastChoice.current;
    const result = others.length > 0 ? 'Choose one file at a time.' : await readFile(first);
    if (choice !== lastChoice.current) return;
    if (typeof result !== 'string') return onFile(result);
    onFile(null);
    onError(result);
  };
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void choose(event.dataTransfer.files);
    },
  };
  return (
    <Field
      label="File"
      error={error ?? undefined}
      hint={`CSV, text, JSON or the exchange's .Z files, up to ${formatSize(MAX_IMPORT_BYTES)}. The layout is recognized by its columns. To import a table from a web page, paste it instead.`}
    >
      {(wiring) => (
        <div
          {...drag}
          className={`relative flex flex-wrap items-center gap-x-3 gap-y-2 rounded-box border border-dashed px-4 py-5 ${isOver ? 'border-accent bg-accent-soft' : error ? 'border-danger' : 'border-line-strong'}`}
        >
          <input
            {...wiring}
            type="file"
            accept=".csv,.tsv,.txt,.json,.js,.z,text/*,application/json"
            onChange={(event) => {
              void choose(event.target.files);
              // Allows choosing the same file again after correcting it.
              event.target.value = '';
            }}
            className="peer sr-only"
          />
          <label
            htmlFor={wiring.id}
            className="inline-flex min-h-10 items-center rounded-box border border-line-strong bg-surface px-4 py-2 text-sm font-semibold peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:bg-sunken"
          >
            Choose file
          </label>
          {file ? (
            <span role="status" className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{file.name}</span>{' '}
              <span className="figures text-muted">{formatSize(file.bytes)}</span>
            </span>
          ) : (
            <span className="text-muted">or drop it here</span>
          )}
        </div>
      )}
    </Field>
  );
}
