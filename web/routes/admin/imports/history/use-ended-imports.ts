import { useEffect, useEffectEvent, useRef } from 'react';
import type { Import } from '#contract/imports/imports.ts';
import { useFilingsRefresh } from '#web/routes/admin/imports/filings/use-filings.ts';
import { formatWrittenRows } from '#web/routes/admin/imports/import-labels.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { formatCount } from '#web/ui/format-count.ts';
import { isInProgress, useImportUpdate } from './use-imports.ts';

/** Notifies the administrator when any import that was in progress ends. */
export function useEndedImports(imports: readonly Import[] | undefined): void {
  const { refresh } = useImportUpdate();
  const refreshFilings = useFilingsRefresh();
  const inProgress = useRef(new Set<number>());

  const end = useEffectEvent((ended: Import) => {
    refresh();
    refreshFilings();
    notifyEnd(ended);
  });
  useEffect(() => {
    for (const each of imports ?? []) {
      if (isInProgress(each)) inProgress.current.add(each.id);
      else if (inProgress.current.delete(each.id)) end(each);
    }
  }, [imports]);
}

/** Shows a notification of how an import or a revert ended, unless it is still in progress. */
export function notifyEnd(ended: Import): void {
  if (isInProgress(ended)) return;
  const { file_name: name, status, total, done } = ended;
  if (status === 'done') notify.success('Import complete', `${name}: ${formatWrittenRows(ended)} written.`);
  else if (status === 'reverted')
    notify.success('Import reverted', `${name}: ${formatWrittenRows(ended)} reverted.`);
  else
    notify.error(
      'Import interrupted',
      `${name} stopped at ${formatCount(done)} of ${formatCount(total)} rows.`,
    );
}
