/** The standard normal quantile of a 95 % interval. */
const Z = 1.959964;

/** Returns a rate in percent with its Wilson 95 % interval, which also holds for small samples, or `null` without trials. */
export function getWilsonInterval(
  successes: number,
  trials: number,
): { percent: number; low: number; high: number } | null {
  if (trials === 0) return null;
  const rate = successes / trials;
  const scale = 1 + Z ** 2 / trials;
  const center = (rate + Z ** 2 / (2 * trials)) / scale;
  const margin = (Z * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2))) / scale;
  const toPercent = (value: number) => 100 * Math.min(1, Math.max(0, value));
  return { percent: 100 * rate, low: toPercent(center - margin), high: toPercent(center + margin) };
}
