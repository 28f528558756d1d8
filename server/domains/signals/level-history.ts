import type { LevelChange, SignalLevels } from '#contract/signals/signal.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { SignalRow } from './signals.queries.ts';
import { listLevelVersions } from './signals.queries.ts';

/** The levels and the symbol of a signal at one time. */
export interface LevelVersion {
  changedAt: Date;
  symbol: string;
  levels: SignalLevels;
}

/** The levels at publication and their changes since, oldest first. */
export interface LevelHistory {
  published: SignalLevels;
  changes: LevelChange[];
}

/** Reads the level histories of signals. Returns a function that returns the history of each. */
export async function readLevelHistories(
  db: Queryable,
  rows: readonly SignalRow[],
): Promise<(row: SignalRow) => LevelHistory> {
  const changed = rows.filter(({ version }) => version > 1).map(({ id }) => id);
  const versions = changed.length === 0 ? [] : await listLevelVersions(db, changed);
  const byId = Map.groupBy(versions, ({ signalId }) => signalId);
  return (row) => toLevelHistory(byId.get(row.id) ?? []) ?? { published: toLevels(row), changes: [] };
}

/** Derives the history from the versions of a signal, oldest first. Returns `null` without versions. */
export function toLevelHistory(versions: readonly LevelVersion[]): LevelHistory | null {
  const [first] = versions;
  if (!first) return null;
  const changes = versions.slice(1).flatMap((version, index) => {
    const previous = listFields(versions[index] as LevelVersion);
    const current = listFields(version);
    const changed_at = version.changedAt.toISOString();
    return [...new Set([...previous.keys(), ...current.keys()])]
      .map((field) => ({
        changed_at,
        field,
        from: previous.get(field) ?? null,
        to: current.get(field) ?? null,
      }))
      .filter(({ from, to }) => from !== to);
  });
  return { published: first.levels, changes };
}

const listFields = ({ symbol, levels }: LevelVersion) =>
  new Map([
    ['symbol', symbol],
    ['order_type', levels.order_type],
    ['entry_price', levels.entry_price],
    ['stop_loss', levels.stop_loss],
    ...levels.target_points.map((price, index): [string, string] => [`target_points.${index}`, price]),
  ]);

export const toLevels = (row: SignalRow): SignalLevels => ({
  order_type: row.orderType,
  entry_price: row.entryPrice,
  stop_loss: row.stopLoss,
  target_points: row.targetPoints,
});

export const pickLevels = ({
  order_type,
  entry_price,
  stop_loss,
  target_points,
}: SignalLevels): SignalLevels => ({
  order_type,
  entry_price,
  stop_loss,
  target_points,
});
