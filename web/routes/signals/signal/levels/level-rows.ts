import { formatSigned } from '#contract/format-signed.ts';
import { calculateRewardToRisk } from '#contract/signals/levels.ts';
import { formatChange, type Price } from '#contract/signals/price.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { getComparableClose } from '#web/signals/price-levels/comparable-close.ts';
import { type Level, listLevels, TARGET_FIELD } from '#web/signals/price-levels/describe-levels.ts';

export type LevelsSignal = Pick<Signal, 'published_levels' | 'level_changes' | 'last_close' | 'price_status'>;

/** A row of the table of levels. Percentages are those of the price from the other price: `+` is above it, for buys and sells alike. */
export interface LevelRow {
  key: string;
  name: string;
  /** `null` if the target was removed. */
  price: Price | null;
  /** A later row replaces it. */
  isReplaced: boolean;
  /** When the level was changed to this price; `null` for the levels at publication and the last close. */
  changedAt: string | null;
  /** Empty for the entry price itself. */
  fromEntry: string;
  /** Empty without a last close, for the last close itself, and for levels that no longer apply. */
  fromClose: string;
  /** The result of closing at this price, `+2.67` or `−1.00`; empty for the entry price, and if nothing was at risk. */
  r: string;
}

/**
 * Returns the levels at publication, each followed by its changes, and then the last close. Distances from the entry and R are those of
 * the publication, like results.
 */
export function listLevelRows(signal: LevelsSignal): LevelRow[] {
  const published = signal.published_levels;
  const close = getComparableClose(signal)?.close;
  const [stop, entry, ...targets] = listLevels(published) as [Level, Level, ...Level[]];
  const levels = [{ ...entry, name: 'Entry price' }, stop, ...targets];
  const changes = Map.groupBy(signal.level_changes, ({ field }) => field);

  const toRow = (key: string, name: string, price: Price | null, isReplaced: boolean): LevelRow => {
    const isEntry = key === 'entry_price';
    const ratio = price === null || isEntry ? null : calculateRewardToRisk(published, price);
    return {
      key,
      name,
      price,
      isReplaced,
      changedAt: null,
      fromEntry: price === null || isEntry ? '' : formatChange(published.entry_price, price),
      fromClose: price === null || isReplaced || !close ? '' : formatChange(close, price),
      r: ratio === null ? '' : formatSigned(ratio.toFixed(2)),
    };
  };
  const listChanges = (field: string, name: string): LevelRow[] => {
    const ofLevel = changes.get(field) ?? [];
    return ofLevel.map(({ to, changed_at }, index) => ({
      ...toRow(`${field} ${changed_at}`, name, to, index < ofLevel.length - 1),
      changedAt: changed_at,
    }));
  };

  const added = [...changes.keys()]
    .filter((field) => field.startsWith(TARGET_FIELD) && !levels.some((level) => level.field === field))
    .sort();
  return [
    ...levels.flatMap(({ field, name, price }) => [
      toRow(field, name, price, changes.has(field)),
      ...listChanges(field, name),
    ]),
    ...added.flatMap((field) => listChanges(field, `TP${Number(field.slice(TARGET_FIELD.length)) + 1}`)),
    ...(close ? [{ ...toRow('last_close', 'Last close', close, false), fromClose: '' }] : []),
  ];
}
