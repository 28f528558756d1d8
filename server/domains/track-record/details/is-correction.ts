import type { OutcomeRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';

type Result = Pick<OutcomeRow, 'fillDate' | 'fillPrice' | 'exits' | 'endedOn' | 'pricesUntil'>;

/**
 * Returns true if an evaluation differs from the one before it in the days that both cover. An evaluation that only
 * continues with later days is no correction: it adds the entry of a pending signal or the exit of an open one.
 */
export function isCorrection(before: Result, after: Result): boolean {
  if (before.endedOn !== null) return true;
  const covered = listTrades(after).filter(({ date }) => date <= before.pricesUntil);
  return JSON.stringify(covered) !== JSON.stringify(listTrades(before));
}

const listTrades = ({ fillDate, fillPrice, exits }: Result) => [
  ...(fillDate === null ? [] : [{ date: fillDate, price: fillPrice }]),
  ...exits.map(({ date, price, parts, reason }) => ({ date, price, parts, reason })),
];
