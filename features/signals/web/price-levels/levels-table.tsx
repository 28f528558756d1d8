import { Fragment } from 'react';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import type { LevelChange } from '#features/signals/contract/signal.ts';
import {
  type Level,
  listLevels,
  TARGET_FIELD,
} from '#features/signals/web/public/price-levels/describe-levels.ts';

interface LevelsTableProps {
  /** The levels at publication. */
  levels: Levels;
  /** Their changes since, oldest first. */
  changes: readonly LevelChange[];
}

/**
 * The levels of a signal at publication: entry and stop loss first, then the targets in the order in which they are reached.
 * Each level is followed by its changes. Percentages and ratios are those of the publication.
 */
export function LevelsTable({ levels, changes }: LevelsTableProps) {
  const [stop, entry, ...targets] = listLevels(levels) as [Level, Level, ...Level[]];
  const byField = Map.groupBy(changes, ({ field }) => field);
  const published = new Set(targets.map(({ field }) => field));
  const added = [...byField.keys()]
    .filter((field) => field.startsWith(TARGET_FIELD) && !published.has(field))
    .sort();
  return (
    <table className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Level</th>
          <th scope="col">Price</th>
          <th scope="col">From entry</th>
          <th scope="col">Reward to risk at publication</th>
        </tr>
      </thead>
      <tbody>
        {[{ ...entry, name: 'Entry price' }, stop, ...targets].map((level) => {
          const changesOfLevel = byField.get(level.field) ?? [];
          return (
            <Fragment key={level.field}>
              <Row level={level} isReplaced={changesOfLevel.length > 0} />
              <Changes name={level.name} changes={changesOfLevel} isAdded={false} />
            </Fragment>
          );
        })}
        {added.map((field) => (
          <Changes
            key={field}
            name={`TP${Number(field.slice(TARGET_FIELD.length)) + 1}`}
            changes={byField.get(field) ?? []}
            isAdded
          />
        ))}
        {targets.length === 0 && (
          <tr>
            <td colSpan={4} className="py-1 text-muted">
              No target points available
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface ChangesProps {
  name: string;
  changes: readonly LevelChange[];
  isAdded: boolean;
}

function Changes({ name, changes, isAdded }: ChangesProps) {
  return changes.map((change, index) => (
    <ChangeRow
      key={change.changed_at}
      name={name}
      change={change}
      isCurrent={index === changes.length - 1}
      isAdded={isAdded}
    />
  ));
}

function Row({ level, isReplaced }: { level: Level; isReplaced: boolean }) {
  const isEntry = level.kind === 'entry';
  return (
    <tr className="level-row">
      <th scope="row" className={isEntry ? 'font-medium' : undefined}>
        {level.name}
      </th>
      <td className={isEntry ? 'font-semibold' : undefined} translate="no">
        {isReplaced ? (
          <del className="font-normal text-muted">{formatRupees(level.price)}</del>
        ) : (
          formatRupees(level.price)
        )}
      </td>
      <td className={COLORS[level.outcome]} translate="no">
        {level.change}
      </td>
      <td>
        {level.ratio !== null && (
          <span title="Reward to risk at publication" translate="no">{`${level.ratio.toFixed(2)} R`}</span>
        )}
      </td>
    </tr>
  );
}

const COLORS: Record<Level['outcome'], string | undefined> = {
  gain: 'text-gain',
  loss: 'text-loss',
  even: undefined,
};

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
function ChangeRow({ name, change, isCurrent, isAdded }: ChangeRowProps) {
  const emphasis = isCurrent ? 'font-semibold' : 'text-muted';
  return (
    <tr>
      <th
        scope="row"
        className={`pb-1 text-start align-top font-normal ${isAdded ? '' : 'ps-3'} ${emphasis}`}
      >
        <span className={isAdded ? '' : 'sr-only'}>{`${name} `}</span>
        <span>{isCurrent ? 'now' : 'then'}</span>
      </th>
      <td
        className={`figures pb-1 ps-1 text-end sm:ps-2 align-top whitespace-normal wrap-anywhere ${emphasis}`}
        {...(change.to !== null && { translate: 'no' })}
      >
        {change.to === null ? 'removed' : formatRupees(change.to)}
      </td>
      <td
        colSpan={2}
        className="pb-1 ps-2 text-end align-top text-xs/5 text-balance text-muted [&_time]:whitespace-normal"
      >
        <PakistanTime at={change.changed_at} />
      </td>
    </tr>
  );
}
