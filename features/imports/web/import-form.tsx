import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { formatTimestamp } from '#core/contract/dates.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Field } from '#core/web/ui/forms/field.tsx';
import { TextAreaField } from '#core/web/ui/forms/text-area-field.tsx';
import { IMPORT_KINDS, type ImportKind, MAX_IMPORT_BYTES } from '#features/imports/contract/imports.ts';
import { KIND_LABELS } from './import-queries.ts';
import { type ChosenFile, formatSize, getSizeError, loadDecoder, readFile } from './public/read-file.ts';

interface ImportFormProps {
  draft: ImportDraft;
  /** The problem with the file or the pasted table. */
  error: string | null;
  /** The reason why the preview failed. */
  failure: string | null;
  isBusy: boolean;
  onChange: (next: Partial<ImportDraft>) => void;
  onError: (error: string) => void;
  onPreview: () => void;
}

const KINDS = IMPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));
const SOURCES = [
  { value: 'file', label: 'Upload a file' },
  { value: 'pasted', label: 'Paste a table' },
] as const;

export function ImportForm({ draft, error, failure, isBusy, onChange, onError, onPreview }: ImportFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isReading, setReading] = useState(false);
  const isWaiting = isBusy || isReading;
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWaiting) onPreview();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid gap-5 rounded-box border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap gap-x-12 gap-y-5">
        <OptionGroup
          legend="Content"
          name="kind"
          options={KINDS}
          chosen={draft.kind}
          onChoose={(kind) => onChange({ kind })}
        />
        <OptionGroup
          legend="Source"
          name="source"
          options={SOURCES}
          chosen={draft.source}
          onChoose={(source) => onChange({ source })}
        />
      </div>
      {draft.source === 'file' ? (
        <FileDrop
          file={draft.file}
          error={error}
          onFile={(file) => onChange({ file })}
          onError={onError}
          onReading={setReading}
        />
      ) : (
        <TextAreaField
          label="Table"
          error={error ?? undefined}
          hint="Copy the whole table, including its headings, from the web page of a newspaper, the exchange or your bank."
          rows={8}
          value={draft.pasted}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange({ pasted: target.value })}
          className="font-mono text-sm"
        />
      )}
      {failure && (
        <Notice tone="danger" role="alert" title="The preview failed">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isWaiting}>
          {isWaiting ? 'Reading…' : 'Preview'}
        </Button>
        <p className="text-sm text-muted">Nothing is written until you have reviewed the preview.</p>
      </div>
    </form>
  );
}

interface FileDropProps {
  file: ChosenFile | null;
  error: string | null;
  onFile: (file: ChosenFile | null) => void;
  onError: (error: string) => void;
  /** A chosen file is being read, or is no longer. */
  onReading: (isReading: boolean) => void;
}

/** A file input with a drop zone. The file is read immediately, so that later changes to it do not affect the preview. */
function FileDrop({ file, error, onFile, onError, onReading }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const lastChoice = useRef(0);
  // So that a chosen file is read at once. After a failure, choosing a file tries again.
  useEffect(() => void loadDecoder().catch(() => {}), []);

  const choose = async (files: FileList | null) => {
    const [first, ...others] = files ?? [];
    if (!first) return;
    const choice = ++lastChoice.current;
    onReading(true);
    const result = others.length > 0 ? 'Choose one file at a time.' : await readFile(first, MAX_IMPORT_BYTES);
    if (choice !== lastChoice.current) return;
    onReading(false);
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
            accept=".csv,.tsv,.txt,.json,.js,.z,.zip,text/*,application/json"
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
            <span key="file" role="status" className="min-w-0 wrap-anywhere">
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

interface OptionGroupProps<Value extends string> {
  legend: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A group of radio buttons. */
function OptionGroup<Value extends string>(props: OptionGroupProps<Value>) {
  const { legend, name, options, chosen, onChoose } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-8 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="size-4.5 accent-accent"
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The input of the import form. The file stays selected while the source is the pasted table, and vice versa. */
export interface ImportDraft {
  kind: ImportKind;
  source: 'file' | 'pasted';
  file: ChosenFile | null;
  pasted: string;
}

export const EMPTY_DRAFT: ImportDraft = { kind: 'board-meetings', source: 'file', file: null, pasted: '' };

const MAX_NAME_LENGTH = 200;

/** Returns the file for the API, or an error message. A pasted table is named by its timestamp. */
export function toImportFile({ kind, source, file, pasted }: ImportDraft, now: Date) {
  if (source === 'file') {
    if (!file) return 'Choose a file first.';
    return { kind, file_name: file.name.slice(-MAX_NAME_LENGTH), content: file.content };
  }
  if (pasted.trim() === '') return 'Paste a table first.';
  const sizeError = getSizeError('The pasted table is', new Blob([pasted]).size, MAX_IMPORT_BYTES);
  if (sizeError) return sizeError;
  return { kind, file_name: `Table pasted ${formatTimestamp(now.toISOString())}`, content: pasted };
}
