import { useState } from 'react';
import type { PreviewStatus } from '#contract/corporate-actions/imports.ts';
import {
  formatCount,
  KIND_LABELS,
  ROW_LABELS,
  formatRows,
  formatWrittenRows,
} from '#web/routes/admin/imports/import-labels.ts';
import type { ShownPreview } from '#web/routes/admin/imports/upload/use-import.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { PreviewedRows } from './previewed-rows.tsx';
import { StatusTabs } from './status-tabs.tsx';

interface PreviewProps {
  shown: ShownPreview;
  /** Why it could not be imported. */
  failure: string | null;
  isBusy: boolean;
  onImport: () => void;
  onCancel: () => void;
}

/** What an import would do, and the decision. */
export function Preview({
  shown: { file, preview, refresh },
  failure,
  isBusy,
  onImport,
  onCancel,
}: PreviewProps) {
  const { counts, layout, warning } = preview;
  const [status, setStatus] = useState<PreviewStatus>(() => firstToShow(counts));
  const toWrite = counts.new + counts.changed;
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-labelledby="import-preview"
      className="mt-6 rounded-box border border-line-strong p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 id="import-preview" className="text-lg wrap-anywhere">
            Preview of {file.file_name}
          </h3>
          <p className="text-muted">
            {KIND_LABELS[file.kind]}. Recognised as: {layout}.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          {toWrite > 0 && (
            <Button busy={isBusy} onClick={onImport}>
              {isBusy ? 'Starting…' : `Import ${formatRows(toWrite)}`}
            </Button>
          )}
        </div>
      </div>
      <div className="mt-4 grid gap-3 empty:hidden">
        {refresh && (
          <Notice tone="warning" role="alert" title="Nothing was imported">
            {refresh.reason}
            {refresh.isDifferent &&
              ` This preview is new: the import would write ${formatWrittenRows(counts)}.`}
          </Notice>
        )}
        {failure && (
          <Notice tone="danger" role="alert" title="Nothing was imported">
            {failure}
          </Notice>
        )}
        {warning && warning !== refresh?.reason && <Notice tone="warning">{warning}</Notice>}
        {toWrite === 0 && (
          <Notice title="There is nothing to import">
            {counts.refused === 0
              ? 'Every row is known already and says the same.'
              : counts.unchanged === 0
                ? 'Every row is refused. Correct what is said below and preview the file again.'
                : `${formatCount(counts.unchanged)} of its rows are known already and ${formatCount(counts.refused)} are refused.`}
          </Notice>
        )}
      </div>
      <StatusTabs counts={counts} chosen={status} onChoose={setStatus} />
      <div role="tabpanel" aria-label={`${ROW_LABELS[status]} rows`} className="pt-3">
        <PreviewedRows
          status={status}
          total={counts[status]}
          rows={preview.rows.filter((row) => row.status === status)}
          fileName={file.file_name}
        />
      </div>
    </section>
  );
}

/** What is to be looked at first of all: what would be written, else why nothing would be. */
const firstToShow = (counts: Record<PreviewStatus, number>): PreviewStatus =>
  (['new', 'changed', 'refused'] as const).find((status) => counts[status] > 0) ?? 'unchanged';
