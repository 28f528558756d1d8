import { PREVIEW_STATUSES, type PreviewStatus } from '#contract/imports/imports.ts';
import { ROW_LABELS } from '#web/routes/admin/imports/import-labels.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { TabList } from '#web/ui/tab-list.tsx';

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
export function StatusTabs({ counts, chosen, onChoose }: StatusTabsProps) {
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
          {ROW_LABELS[status]}{' '}
          <span className={`figures ${counts[status] > 0 ? (COUNT_STYLES[status] ?? '') : ''}`}>
            {formatCount(counts[status])}
          </span>
        </button>
      ))}
    </TabList>
  );
}
