import { useEffect, useEffectEvent, useRef } from 'react';
import type { Import } from '#contract/corporate-actions/imports.ts';
import { useFilingsRefresh } from '#web/routes/admin/imports/filings/use-filings.ts';
import { formatCount, formatWrittenRows } from '#web/routes/admin/imports/import-labels.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { isInProgress, useImportUpdate } from './use-imports.ts';

/** Tells how each import ends that was seen under way, whoever started it. */
export function useEndedImports(imports: readonly Import[] | undefined): void {
  const { refresh } = useImportUpdate();
  const refreshFilings = useFilingsRefresh();
  const underWay = useRef(new Set<number>());

  const end = useEffectEvent((ended: Import) => {
    refresh();
    refreshFilings();
    notifyEnd(ended);
  });
  useEffect(() => {
    for (const each of imports ?? []) {
      if (isInProgress(each)) underWay.current.add(each.id);
      else if (underWay.current.delete(each.id)) end(each);
    }
  }, [imports]);
}

/** Says how an import or its undoing ended; says nothing of one that is under way. */
export function notifyEnd(ended: Import): void {
  if (isInProgress(ended)) return;
  const { file_name: name, status, total, done } = ended;
  if (status === 'done') notify.success('Import Done', `${name}: ${formatWrittenRows(ended)} written.`);
  else if (status === 'undone')
    notify.success('Import Undone', `${name}: ${formatWrittenRows(ended)} taken back.`);
  else
    notify.error(
      'Import Interrupted',
      `${name} stopped at ${formatCount(done)} of ${formatCount(total)} rows.`,
    );
}
