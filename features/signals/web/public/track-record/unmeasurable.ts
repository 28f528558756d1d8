import type { PerformanceStatistics } from '#features/signals/contract/track-record/performance.ts';

/** Above this share in percent, figures are those of a selection, and say so first. */
const MAX_UNMEASURABLE_PERCENT = 20;

/** Returns whether so many signals cannot be measured that the figures of the rest say little. */
export const isHardToMeasure = ({
  unmeasurable_rate,
}: Pick<PerformanceStatistics, 'unmeasurable_rate'>): boolean =>
  Number(unmeasurable_rate) > MAX_UNMEASURABLE_PERCENT;

export const describeUnmeasurable = (rate: string | null): string =>
  `${rate ?? '0.0'} % of the signals that ended cannot be measured.`;
