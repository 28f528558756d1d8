import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { text } from '#core/contract/fields.ts';

export const MAX_INDICATORS = 8;
export const MAX_INDICATOR_SETS = 10;
export const SET_NAME_MAX_LENGTH = 40;
/** The limits of a period, in candles. */
export const PERIOD_LIMITS = { min: 2, max: 200 };
/** The limits of the width of Bollinger Bands, in standard deviations. */
export const DEVIATION_LIMITS = { min: 0.5, max: 5 };

const period = z.int().check(z.minimum(PERIOD_LIMITS.min), z.maximum(PERIOD_LIMITS.max));

/** An indicator of closes, or of volumes, with its parameters. Periods are numbers of candles. */
export const Indicator = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sma'), period }),
  z.object({ kind: z.literal('ema'), period }),
  z.object({
    kind: z.literal('bollinger'),
    period,
    deviations: z.number().check(z.minimum(DEVIATION_LIMITS.min), z.maximum(DEVIATION_LIMITS.max)),
  }),
  z.object({ kind: z.literal('rsi'), period }),
  z
    .object({ kind: z.literal('macd'), fast: period, slow: period, signal: period })
    .check(z.refine(({ fast, slow }) => fast < slow, 'The fast period must be shorter than the slow one.')),
  z.object({ kind: z.literal('volume-average'), period }),
]);
export type Indicator = z.infer<typeof Indicator>;

export const Indicators = z.array(Indicator).check(z.maxLength(MAX_INDICATORS));

const IndicatorSetInput = z.object({
  name: text({ maxLength: SET_NAME_MAX_LENGTH }),
  indicators: Indicators.check(z.minLength(1)),
});

export const IndicatorSet = z.extend(IndicatorSetInput, { id: z.uuid() });
export type IndicatorSet = z.infer<typeof IndicatorSet>;

/** The tools that a plan opens, with the customer's settings. Settings that no plan opens are stored, and returned as empty. */
const ChartTools = z.object({
  /** The customer has premium access. */
  has_tools: z.boolean(),
  /** The customer has the plan with custom indicators. */
  has_sets: z.boolean(),
  /** Those that charts show. */
  indicators: z.array(Indicator),
  /** By name. */
  sets: z.array(IndicatorSet),
});
export type ChartTools = z.infer<typeof ChartTools>;

export const getChartTools = defineEndpoint({
  method: 'GET',
  path: '/customers/chart-tools/',
  summary: 'Get the chart tools of the signed-in customer',
  access: 'customer',
  response: ChartTools,
});

/** Without premium access it is rejected with 403 `subscription_required`. */
export const saveIndicators = defineEndpoint({
  method: 'POST',
  path: '/customers/chart-tools/indicators/',
  summary: 'Replace the indicators that charts show',
  access: 'customer',
  body: z.object({ indicators: Indicators }),
  response: ChartTools,
});

/** Replaces the set of the same name. Without the plan it is rejected with 403 `plan_required`. */
export const saveIndicatorSet = defineEndpoint({
  method: 'POST',
  path: '/customers/chart-tools/sets/',
  summary: 'Save a named set of indicators',
  access: 'customer',
  body: IndicatorSetInput,
  response: ChartTools,
});

/** Needs no plan: customers can always delete what they stored. */
export const deleteIndicatorSet = defineEndpoint({
  method: 'DELETE',
  path: '/customers/chart-tools/sets/:id/',
  summary: 'Delete a named set of indicators',
  access: 'customer',
  params: z.object({ id: z.string() }),
  response: ChartTools,
});
