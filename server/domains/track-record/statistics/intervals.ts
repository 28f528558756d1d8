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

/** The 97.5 % quantiles of Student's t distribution with 1 to 30 degrees of freedom. */
const T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Returns the 95 % interval of the mean of values with their sum and that of their squares, or `null` of fewer than two. */
export function getMeanInterval({
  count,
  sum,
  squares,
}: {
  count: number;
  sum: number;
  squares: number;
}): { low: number; high: number } | null {
  if (count < 2) return null;
  const mean = sum / count;
  const variance = Math.max(0, (squares - sum * mean) / (count - 1));
  const margin = (T[count - 2] ?? Z) * Math.sqrt(variance / count);
  return { low: mean - margin, high: mean + margin };
}
