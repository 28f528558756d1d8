/** Above this share in percent, figures are those of a selection, and say so first. */
const MAX_UNMEASURABLE_PERCENT = 20;

/** Returns whether so many signals cannot be measured that the figures of the rest say little. */
export const isHardToMeasure = ({ unmeasurable_rate }: { unmeasurable_rate: string | null }): boolean =>
  Number(unmeasurable_rate) > MAX_UNMEASURABLE_PERCENT;
