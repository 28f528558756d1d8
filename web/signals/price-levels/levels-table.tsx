import type { Levels } from '#contract/signals/levels.ts';
import { formatRupees } from '#contract/signals/price.ts';
import { type Level, listLevels } from './describe-levels.ts';

/** The prices of a signal: entry and stop loss first, then the targets in the order in which they are reached. */
export function LevelsTable({ levels }: { levels: Levels }) {
  const [stop, entry, ...targets] = listLevels(levels) as [Level, Level, ...Level[]];
  return (
    <table className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Level</th>
          <th scope="col">Price</th>
          <th scope="col">From entry</th>
          <th scope="col">Reward to risk</th>
        </tr>
      </thead>
      <tbody>
        <Row level={{ ...entry, name: 'Entry price' }} strong />
        <Row level={stop} />
        {targets.map((target) => (
          <Row key={target.name} level={target} />
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

/** Wide enough for usual figures; only those that are wider than the card wrap. */
const FIGURE = 'figures py-1 text-right whitespace-normal wrap-anywhere';

function Row({ level, strong = false }: { level: Level; strong?: boolean }) {
  const weight = strong ? 'font-semibold' : 'font-normal';
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`py-1 text-left whitespace-nowrap text-muted ${weight}`}>
        {level.name}
      </th>
      <td className={`${FIGURE} min-w-23 pl-2 ${strong ? 'font-semibold' : 'font-medium'}`}>
        {formatRupees(level.price)}
      </td>
      <td className={`${FIGURE} min-w-18 pl-2 ${COLORS[level.outcome]}`}>{level.change}</td>
      <td className={`${FIGURE} min-w-14 pl-2 text-muted`}>
        {level.ratio === null ? '' : <span title="Reward to risk">{level.ratio.toFixed(2)} R</span>}
      </td>
    </tr>
  );
}

const COLORS: Record<Level['outcome'], string> = { gain: 'text-gain', loss: 'text-loss', even: 'text-muted' };
