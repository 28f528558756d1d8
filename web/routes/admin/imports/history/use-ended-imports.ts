import { useEffect, useEffectEvent, useRef } from 'react';
import type { Import } from '#contract/corporate-actions/imports.ts';
import { useFilingsRefresh } from '#web/routes/admin/imports/filings/use-filings.ts';
import { count, writtenRows } from '#web/routes/admin/imports/import-labels.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { isUnderWay, useImportUpdate } from './use-imports.ts';

/** Tells how each import ends that was seen under way, whoever started it. */
export function useEndedImports(imports: readonly Import[] | undefined): void {
  const { refresh } = useImportUpdate();
  const refreshFilings = useFilingsRefresh();
  const underWay = useRef(new Set<number>());

  const end = useEffectEvent((ended: Import) => {
    refresh();
    refreshFilings();
    tellEnd(ended);
  });
  useEffect(() => {
    for (const each of imports ?? []) {
      if (isUnderWay(each)) underWay.current.add(each.id);
      else if (underWay.current.delete(each.id)) end(each);
    }
  }, [imports]);
}

/** Says how an import or its undoing ended; says nothing of one that is under way. */
export function tellEnd(ended: Import): void {
  if (isUnderWay(ended)) return;
  const { file_name: name, status, total, done } = ended;
  if (status === 'done') notify.success('Import Done', `${name}: ${writtenRows(ended)} written.`);
  else if (status === 'undone') notify.success('Import Undone', `${name}: ${writtenRows(ended)} taken back.`);
  else notify.error('Import Interrupted', `${name} stopped at ${count(done)} of ${count(total)} rows.`);
}
