import { formatRupees } from '#contract/signals/price.ts';
import type { LevelChange } from '#contract/signals/signal.ts';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

interface ChangeRowProps {
  /** The name of the level. */
  name: string;
  change: LevelChange;
  /** The level has not changed again since. */
  isCurrent: boolean;
  /** The level was added after publication, so that no row above names it. */
  isAdded: boolean;
}

/** A change of a level, under the row of the level at publication. */
export function ChangeRow({ name, change, isCurrent, isAdded }: ChangeRowProps) {
  const emphasis = isCurrent ? 'font-semibold' : 'text-muted';
  return (
    <tr>
      <th scope="row" className={`pb-1 text-left align-top font-normal ${isAdded ? '' : 'pl-3'} ${emphasis}`}>
        <span className={isAdded ? '' : 'sr-only'}>{name} </span>
        {isCurrent ? 'now' : 'then'}
      </th>
      <td
        className={`figures pb-1 pl-1 text-right sm:pl-2 align-top whitespace-normal wrap-anywhere ${emphasis}`}
      >
        {change.to === null ? 'removed' : formatRupees(change.to)}
      </td>
      <td
        colSpan={2}
        className="pb-1 pl-2 text-right align-top text-xs/5 text-balance text-muted [&_time]:whitespace-normal"
      >
        <PakistanTime at={change.changed_at} />
      </td>
    </tr>
  );
}
