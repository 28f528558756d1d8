/** Adds a plus to gains, and writes losses with a minus sign. */
export const formatSigned = (value: string): string =>
  Number(value) > 0 ? `+${value}` : value.replace('-', '\u2212');
