import type {
  EvaluatedAdjustment,
  EvaluatedBar,
  EvaluatedSignal,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import { round } from './fractions.ts';
import { evaluateNaively, listCloses } from './naive-evaluator.ts';

type Adjustment = EvaluatedAdjustment & { isConfirmed: boolean };
type Options = Parameters<typeof evaluateNaively>[3];

const DAY = 24 * 3_600_000;

/** Rule 21 of docs/evaluation.md, written from that page: evaluates a signal by each choice of what may apply or not. */
export function evaluateReadingsNaively(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  stored: readonly Adjustment[],
  options: Options,
) {
  const isRecent = (date: string) => Date.parse(date) > Date.parse(signal.firstDate) - 30 * DAY;
  const isDoubtful = ({ isConfirmed, exDate }: Adjustment) =>
    !isConfirmed && isRecent(exDate) && exDate <= options.pricesUntil;
  const adjustments = stored.filter((each) => !isDoubtful(each) || !isRefuted(each));
  const doubtful = adjustments.filter(isDoubtful);
  const implied = listImplied(signal, bars, adjustments, options);

  const dates = [...new Set(doubtful.map(({ exDate }) => exDate))];
  const together = [...dates.slice(0, 4).map((date) => [date]), dates.slice(4)].filter(
    ({ length }) => length > 0,
  );
  const choices: Adjustment[][][] = together.map((group) => {
    const stored = doubtful.filter(({ exDate }) => group.includes(exDate));
    return [[], stored, ...implied.filter(({ exDate }) => group.includes(exDate)).map((each) => [each])];
  });
  for (const each of implied) if (!dates.includes(each.exDate)) choices.push([[], [each]]);

  const certain = adjustments.filter((each) => !isDoubtful(each));
  const results = combine(choices).map((chosen) => {
    const applied = [...adjustments, ...implied].filter(
      (each) => certain.includes(each) || chosen.includes(each),
    );
    return evaluateNaively(signal, bars, applied.sort(byDate), options);
  });
  const open = results.filter(({ endedOn }) => endedOn === null);
  const awaiting = open.filter(({ shown }) => shown.reason === 'prices_missing');
  const [candidates = []] = [awaiting, open, results].filter(({ length }) => length > 0);
  const lowest = Math.min(...candidates.map(getValue));
  const worst = candidates.find((each) => getValue(each) === lowest) as (typeof results)[number];
  const ends = results.map(({ endedOn }) => endedOn ?? '').sort();
  const endedOn = open.length > 0 ? null : (ends.at(-1) ?? null);
  const counts = { readings: results.length, implied: implied.length };
  return { ...worst, endedOn, ...counts, refuted: stored.length - adjustments.length };

  function isRefuted({ exDate }: Adjustment): boolean {
    const next = bars.find(({ date }) => date >= exDate);
    if (!next || next.previousClose === null) return false;
    const previous = next.previousClose;
    const dayBefore = bars.find(({ date }) => options.addTradingDays(date, 1) === next.date);
    if (!dayBefore || dayBefore.volume === 0) return false;
    const factors = stored.filter(({ dividend }) => dividend === undefined);
    const [without] = listCloses(
      dayBefore,
      next.date,
      factors.filter(({ isConfirmed }) => isConfirmed),
    );
    const [withAll] = listCloses(dayBefore, next.date, factors);
    return Math.abs(without - previous) <= 1 && Math.abs(withAll - previous) > 1;
  }
}

const byDate = (a: Adjustment, b: Adjustment) => Date.parse(a.exDate) - Date.parse(b.exDate);

const getValue = ({ shown, bounds }: ReturnType<typeof evaluateNaively>) =>
  shown.state === 'not_measurable' ? 0 : Number(bounds.worst.r);

/** All choices of one of each, those with the first of the first ones first. */
function combine([options, ...others]: readonly Adjustment[][][]): Adjustment[][] {
  if (!options) return [[]];
  const rest = combine(others);
  return options.flatMap((option) => rest.map((more) => [...option, ...more]));
}

function listImplied(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  adjustments: readonly Adjustment[],
  { addTradingDays }: Options,
): Adjustment[] {
  const implied: Adjustment[] = [];
  const lastDate = addTradingDays(signal.timeLimit.date, 20);
  const earliest = Date.parse(signal.firstDate) - 30 * DAY;
  for (const bar of bars) {
    if (bar.date < signal.firstDate || bar.date > lastDate || implied.length === 3) continue;
    const isBefore = ({ date, volume }: EvaluatedBar) =>
      date < bar.date && volume !== 0 && Date.parse(date) >= earliest;
    const prior = bars.filter(isBefore).at(-1);
    const previous = bar.previousClose;
    if (!prior || previous === null) continue;
    const between = [...adjustments, ...implied]
      .sort(byDate)
      .filter(({ exDate }) => exDate > prior.date && exDate <= bar.date);
    const dividends = between.filter(({ dividend }) => dividend !== undefined);
    if (between.some((each) => each.isConfirmed && each.dividend === undefined)) continue;
    const closes = [
      prior.close,
      ...listCloses(prior, bar.date, dividends),
      ...listCloses(prior, bar.date, between),
    ];
    if (closes.some((close) => Math.abs(close - previous) <= 1)) continue;
    const [, paid] = listCloses(prior, bar.date, dividends);
    const factor = round([BigInt(previous), BigInt(paid)], 12);
    implied.push({ exDate: bar.date, factor, isConfirmed: false });
  }
  return implied;
}
