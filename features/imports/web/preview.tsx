import { useRef, useState } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { formatCount } from '#core/web/ui/format-count.ts';
import { TabList } from '#core/web/ui/tabs/tab-list.tsx';
import {
  PREVIEW_STATUSES,
  type PreviewedRow,
  type PreviewStatus,
  type Repairs,
} from '#features/imports/contract/imports.ts';
import {
  addRepair,
  countRepairs,
  type FileToImport,
  formatRows,
  formatWrittenRows,
  KIND_LABELS,
  ROW_LABELS,
  type ShownPreview,
} from './import-queries.ts';
import { canConfirm, PreviewedRows } from './previewed-rows.tsx';

interface PreviewProps {
  shown: ShownPreview;
  /** The reason why the import failed. */
  failure: string | null;
  isBusy: boolean;
  /** The state of the check after a repair. */
  checking: { isBusy: boolean; failure: string | null };
  onRepair: (file: FileToImport, repairs: Repairs) => void;
  /** Imports the certain rows and those whose keys are confirmed. */
  onImport: (confirmed: string[]) => void;
  onCancel: () => void;
}

/** The planned changes of an import, with buttons to import or cancel. */
export function Preview({
  shown: { file, preview, refresh },
  failure,
  isBusy,
  checking,
  onRepair,
  onImport,
  onCancel,
}: PreviewProps) {
  const { counts, layout, warning } = preview;
  const { repairs = {} } = file;
  /** The repairs before each one, to revert the last. */
  const [earlier, setEarlier] = useState<Repairs[]>([]);
  const panel = useRef<HTMLDivElement>(null);
  const change = (next: Repairs, before: Repairs[]) => {
    setEarlier(before);
    onRepair(file, next);
    // The row may be on another tab after the check.
    panel.current?.focus({ preventScroll: true });
  };
  const [status, setStatus] = useState<PreviewStatus>(() => getInitialStatus(counts));
  /** The contents of the rows that need review and that the administrator has confirmed. */
  const [chosen, setConfirmed] = useState<string[]>([]);
  // A repair can change what a row says, or which row has the key: then it is not confirmed any more.
  const confirmed = preview.rows.flatMap((row) =>
    canConfirm(row) && chosen.includes(toContent(row)) ? row.key : [],
  );
  const toggle = (key: string) => {
    const row = preview.rows.find((each) => each.key === key);
    if (!row) return;
    const content = toContent(row);
    setConfirmed((all) =>
      all.includes(content) ? all.filter((each) => each !== content) : [...all, content],
    );
  };
  const toWrite = counts.new + counts.changed + confirmed.length;
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
            {`Preview of ${file.file_name}`}
          </h3>
          <p className="text-muted">{`${KIND_LABELS[file.kind]}. Recognized layout: ${layout}.`}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          {toWrite > 0 && (
            <Button busy={isBusy || checking.isBusy} onClick={() => onImport(confirmed)}>
              {isBusy ? 'Starting…' : checking.isBusy ? 'Checking…' : `Import ${formatRows(toWrite)}`}
            </Button>
          )}
        </div>
      </div>
      <div className="mt-4 grid gap-3 empty:hidden">
        {refresh && (
          <Notice tone="warning" role="alert" title="Nothing was imported">
            <span>{refresh.reason}</span>
            <span>
              {refresh.isDifferent &&
                ` This is a new preview: the import would write ${formatWrittenRows(counts)}.`}
            </span>
          </Notice>
        )}
        {failure && (
          <Notice tone="danger" role="alert" title="Nothing was imported">
            {failure}
          </Notice>
        )}
        {checking.failure && (
          <Notice tone="danger" role="alert" title="The repair could not be checked">
            {checking.failure}
          </Notice>
        )}
        {countRepairs(repairs) > 0 && (
          <Notice role="status">
            <span>{countRepairs(repairs) === 1 ? '1 repair. ' : `${countRepairs(repairs)} repairs. `}</span>
            <Button
              variant="secondary"
              size="small"
              busy={checking.isBusy}
              onClick={() => change(earlier.at(-1) ?? {}, earlier.slice(0, -1))}
            >
              {earlier.length > 0 ? 'Revert the last one' : 'Revert'}
            </Button>
          </Notice>
        )}
        {warning && warning !== refresh?.reason && <Notice tone="warning">{warning}</Notice>}
        {toWrite === 0 && <Notice title="Nothing to import">{describeNothing(counts)}</Notice>}
      </div>
      <StatusTabs counts={counts} chosen={status} onChoose={setStatus} />
      <div
        ref={panel}
        tabIndex={-1}
        role="tabpanel"
        aria-label={`${ROW_LABELS[status]} rows`}
        aria-busy={checking.isBusy}
        className="pt-3"
      >
        <PreviewedRows
          status={status}
          total={counts[status]}
          rows={preview.rows.filter((row) => row.status === status)}
          fileName={file.file_name}
          confirmed={confirmed}
          onToggle={toggle}
          onConfirmAll={(keys) =>
            setConfirmed(preview.rows.filter(({ key }) => keys.includes(key)).map(toContent))
          }
          repairing={{
            file,
            columns: preview.columns,
            isBusy: checking.isBusy,
            onRepair: (repair) => change(addRepair(repairs, repair), [...earlier, repairs]),
          }}
        />
      </div>
    </section>
  );
}

/** Returns the first status to show: rows that wait for the administrator, that would be written, or that are rejected. */
const getInitialStatus = (counts: Record<PreviewStatus, number>): PreviewStatus =>
  (['review', 'new', 'changed', 'rejected'] as const).find((status) => counts[status] > 0) ?? 'unchanged';

function describeNothing(counts: Record<PreviewStatus, number>): string {
  if (counts.review > 0)
    return 'Compare the rows that need review with their source, and confirm those that are right.';
  if (counts.rejected === 0 && counts.left_out === 0) return 'Every row matches existing data.';
  if (counts.unchanged === 0 && counts.left_out === 0)
    return 'Every row is rejected. Correct the errors below and preview the file again.';
  return (['unchanged', 'rejected', 'left_out'] as const)
    .filter((status) => status !== 'left_out' || counts.left_out > 0)
    .map((status) => `${ROW_LABELS[status]} rows: ${formatCount(counts[status])}.`)
    .join(' ');
}

const COUNT_STYLES: Partial<Record<PreviewStatus, string>> = {
  review: 'font-semibold text-warning',
  rejected: 'font-semibold text-danger',
};

interface StatusTabsProps {
  counts: Record<PreviewStatus, number>;
  chosen: PreviewStatus;
  onChoose: (status: PreviewStatus) => void;
}

/** Tabs with the number of rows of each status. */
function StatusTabs({ counts, chosen, onChoose }: StatusTabsProps) {
  return (
    <TabList label="Rows" className="mt-4 grid grid-cols-2 border-b border-line-strong sm:flex sm:flex-wrap">
      {PREVIEW_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          role="tab"
          aria-selected={status === chosen}
          onClick={() => onChoose(status)}
          className={`-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 sm:px-5 ${status === chosen ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          <span>{ROW_LABELS[status]}</span>{' '}
          <span className={`figures ${counts[status] > 0 ? (COUNT_STYLES[status] ?? '') : ''}`}>
            {formatCount(counts[status])}
          </span>
        </button>
      ))}
    </TabList>
  );
}

const toContent = ({ key, symbol, company_name, summary, changes }: PreviewedRow) =>
  JSON.stringify([key, symbol, company_name, summary, changes]);
