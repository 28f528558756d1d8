import { DEVIATION_LIMITS, type Indicator, PERIOD_LIMITS } from '#features/billing/contract/chart-tools.ts';

export type IndicatorKind = Indicator['kind'];

/** A parameter of an indicator that users set. */
export interface Parameter {
  name: string;
  label: string;
  min: number;
  max: number;
  step: number;
}

const period = (name: string, label: string): Parameter => ({ name, label, ...PERIOD_LIMITS, step: 1 });

interface KindOfIndicator {
  name: string;
  /** In front of the parameters, as in `SMA 20`. */
  short: string;
  parameters: readonly Parameter[];
  /** What a new one has. */
  initial: Indicator;
}

export const INDICATOR_KINDS: Readonly<Record<IndicatorKind, KindOfIndicator>> = {
  sma: {
    name: 'Simple moving average',
    short: 'SMA',
    parameters: [period('period', 'Period')],
    initial: { kind: 'sma', period: 50 },
  },
  ema: {
    name: 'Exponential moving average',
    short: 'EMA',
    parameters: [period('period', 'Period')],
    initial: { kind: 'ema', period: 20 },
  },
  bollinger: {
    name: 'Bollinger Bands',
    short: 'Bollinger',
    parameters: [
      period('period', 'Period'),
      { name: 'deviations', label: 'Deviations', ...DEVIATION_LIMITS, step: 0.1 },
    ],
    initial: { kind: 'bollinger', period: 20, deviations: 2 },
  },
  rsi: {
    name: 'Relative strength index',
    short: 'RSI',
    parameters: [period('period', 'Period')],
    initial: { kind: 'rsi', period: 14 },
  },
  macd: {
    name: 'MACD',
    short: 'MACD',
    parameters: [period('fast', 'Fast'), period('slow', 'Slow'), period('signal', 'Signal')],
    initial: { kind: 'macd', fast: 12, slow: 26, signal: 9 },
  },
  'volume-average': {
    name: 'Volume average',
    short: 'Volume average',
    parameters: [period('period', 'Period')],
    initial: { kind: 'volume-average', period: 20 },
  },
};

export const readParameter = (indicator: Indicator, { name }: Parameter): number =>
  Number((indicator as unknown as Record<string, number>)[name]);

/** Names an indicator with its parameters: `MACD 12, 26, 9`. */
export function describeIndicator(indicator: Indicator): string {
  const { short, parameters } = INDICATOR_KINDS[indicator.kind];
  return `${short} ${parameters.map((parameter) => readParameter(indicator, parameter)).join(', ')}`;
}

/** Returns the indicator with another value of a parameter, or what is wrong with the typed value. */
export function changeParameter(
  indicator: Indicator,
  parameter: Parameter,
  typed: string,
): { changed: Indicator } | { error: string } {
  const { name, min, max, step } = parameter;
  const value = Number(typed);
  const isStep = step === 1 ? Number.isInteger(value) : true;
  if (typed.trim() === '' || !isStep || !(value >= min && value <= max))
    return { error: `Enter a ${step === 1 ? 'whole number' : 'number'} from ${min} to ${max}.` };
  const changed = { ...indicator, [name]: value } as Indicator;
  if (changed.kind === 'macd' && changed.fast >= changed.slow)
    return { error: 'The fast period must be shorter than the slow one.' };
  return { changed };
}
