import { appendFileSync } from 'node:fs';

/** One line of the results of a benchmark. */
export interface Result {
  /** The table that the line belongs to. */
  table: string;
  name: string;
  /** Formatted figures by the names of their columns. */
  figures: Record<string, string>;
  target?: string;
  isMet?: boolean;
}

/** The file that `npm run bench` collects the results in, as one JSON object per line. */
export const RESULTS_VARIABLE = 'BENCH_RESULTS';

const PAD = 10;
let lastTable = '';
let missed = 0;

/** Prints a result, and passes it to `npm run bench` if that runs the benchmark. */
export function report(result: Result): void {
  const { table, name, figures, target, isMet } = result;
  if (table !== lastTable) {
    const columns = Object.keys(figures).map((column) => ` ${column.padStart(PAD)}`);
    console.log(`\n${table}\n${''.padEnd(26)}${columns.join('')}`);
  }
  lastTable = table;
  if (isMet === false) missed += 1;
  const cells = Object.values(figures).map((figure) => ` ${figure.padStart(PAD)}`);
  const verdict = isMet === undefined ? '' : isMet ? '   met' : `   missed (${target})`;
  console.log(name.padEnd(26) + cells.join('') + verdict);
  const file = process.env[RESULTS_VARIABLE];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** Prints whether every target is met, and sets the exit code to 1 if not. */
export function reportVerdict(): void {
  console.log(missed === 0 ? '\nEvery target is met.' : `\n${missed} targets are missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

/** Returns the quantile of unsorted numbers. */
export function getQuantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median: of an even number, the mean of the two in the middle. */
export function getMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(sorted.length / 2) - 1).slice(0, 2);
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
}
