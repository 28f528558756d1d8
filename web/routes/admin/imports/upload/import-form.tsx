import { type FormEvent, useEffect, useRef } from 'react';
import { IMPORT_KINDS } from '#contract/corporate-actions/imports.ts';
import { KIND_LABELS } from '#web/routes/admin/imports/import-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FileDrop } from './file-drop.tsx';
import type { ImportDraft } from './import-draft.ts';
import { OptionGroup } from './option-group.tsx';
import { PastedTable } from './pasted-table.tsx';

interface ImportFormProps {
  draft: ImportDraft;
  /** What is wrong with the file or the pasted table. */
  fault: string | null;
  /** Why it could not be previewed. */
  failure: string | null;
  isBusy: boolean;
  onChange: (next: Partial<ImportDraft>) => void;
  onFault: (fault: string) => void;
  onPreview: () => void;
}

const KINDS = IMPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));
const SOURCES = [
  { value: 'file', label: 'A file' },
  { value: 'pasted', label: 'A pasted table' },
] as const;

export function ImportForm({ draft, fault, failure, isBusy, onChange, onFault, onPreview }: ImportFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [fault]);

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
          legend="What it holds"
          name="kind"
          options={KINDS}
          chosen={draft.kind}
          onChoose={(kind) => onChange({ kind })}
        />
        <OptionGroup
          legend="Where it comes from"
          name="source"
          options={SOURCES}
          chosen={draft.source}
          onChoose={(source) => onChange({ source })}
        />
      </div>
      {draft.source === 'file' ? (
        <FileDrop file={draft.file} fault={fault} onFile={(file) => onChange({ file })} onFault={onFault} />
      ) : (
        <PastedTable value={draft.pasted} fault={fault} onChange={(pasted) => onChange({ pasted })} />
      )}
      {failure && (
        <Notice tone="danger" role="alert" title="It could not be previewed">
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Reading…' : 'Preview'}
        </Button>
        <p className="text-sm text-muted">Nothing is written before you have seen what would change.</p>
      </div>
    </form>
  );
}
