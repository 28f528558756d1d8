import { type FormEvent, useEffect, useRef } from 'react';
import { IMPORT_KINDS } from '#contract/imports/imports.ts';
import { KIND_LABELS } from '#web/routes/admin/imports/import-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FileDrop } from './file-drop.tsx';
import type { ImportDraft } from './import-draft.ts';
import { OptionGroup } from './option-group.tsx';
import { PastedTable } from './pasted-table.tsx';

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
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onPreview();
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
        <FileDrop file={draft.file} error={error} onFile={(file) => onChange({ file })} onError={onError} />
      ) : (
        <PastedTable value={draft.pasted} error={error} onChange={(pasted) => onChange({ pasted })} />
      )}
      {failure && (
        <Notice tone="danger" role="alert" title="The preview failed">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Reading…' : 'Preview'}
        </Button>
        <p className="text-sm text-muted">Nothing is written until you have reviewed the preview.</p>
      </div>
    </form>
  );
}
