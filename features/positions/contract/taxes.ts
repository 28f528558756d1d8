import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, isoDate, text } from '#core/contract/fields.ts';
import { CostPreset } from './costs.ts';
import { rupees, SymbolInput } from './trades.ts';

export const TAX_KINDS = ['capital_gain', 'dividend', 'bonus'] as const;
export type TaxKind = (typeof TAX_KINDS)[number];

/** `certain`: two independent sources. `reported`: one. `open`: not established. */
export const CERTAINTIES = ['certain', 'reported', 'open'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** Who pays a dividend. `power`: its tax passes through. `untaxed`: a company that pays no tax. */
export const DIVIDEND_CLASSES = ['ordinary', 'power', 'untaxed', 'fund'] as const;
export type DividendClass = (typeof DIVIDEND_CLASSES)[number];

const date = z.nullable(z.iso.date());

/** A rate between dates, both included; open if a date is `null`. */
export const TaxRule = z.object({
  /** A stable name, such as `gain-2022-2-3-years`. */
  id: z.string(),
  kind: z.enum(TAX_KINDS),
  /** Of the sale, of the dividend, or of the first day of the closure of a bonus. */
  from: date,
  to: date,
  /** Of the purchase, of a capital gain. */
  acquired_from: date,
  acquired_to: date,
  /** Held for more than so many years, and for at most so many; `null` for no bound. */
  held_more_than: z.nullable(z.int()),
  held_up_to: z.nullable(z.int()),
  /** Of a dividend. */
  dividend_class: z.nullable(z.enum(DIVIDEND_CLASSES)),
  /** On the active taxpayers' list or not; `null` for both. */
  is_on_list: z.nullable(z.boolean()),
  /** In percent. They differ if the rate is not established. */
  rate_low: decimal,
  rate_high: decimal,
  certainty: z.enum(CERTAINTIES),
  /** The rule in a sentence, and where it is from. */
  text: z.string(),
  source: z.string(),
});
export type TaxRule = z.infer<typeof TaxRule>;

const amount = decimal;

/** The gains of a tax year that one rule taxes. */
const TaxLine = z.object({
  rule: z.nullable(TaxRule),
  gains: amount,
  losses: amount,
  tax_low: z.nullable(amount),
  tax_high: z.nullable(amount),
});

const TaxedClosing = z.object({
  symbol: z.string(),
  opened_on: z.iso.date(),
  closed_on: z.iso.date(),
  shares: z.int(),
  proceeds: amount,
  cost: amount,
  gain: amount,
  rule: z.nullable(z.string()),
});

const TaxedIncome = z.object({
  symbol: z.string(),
  kind: z.enum(['dividend', 'bonus']),
  date: z.iso.date(),
  shares: z.int(),
  /** The gross dividend, or the value of the bonus shares; `null` without a close. */
  base: z.nullable(amount),
  tax_low: z.nullable(amount),
  tax_high: z.nullable(amount),
  /** The customer entered the tax. */
  is_entered: z.boolean(),
  rule: z.nullable(z.string()),
});

/** From July to June. `null` where nothing can be estimated. */
export const TaxReport = z.object({
  /** `2025-26`. */
  tax_year: z.string(),
  tax_years: z.array(z.string()),
  is_on_list: z.boolean(),
  capital_gains: z.object({
    lines: z.array(TaxLine),
    /** Losses of the year that were set off, and of the three years before it. */
    set_off: amount,
    carried_forward: amount,
    tax_low: z.nullable(amount),
    tax_high: z.nullable(amount),
    /** The figure of the clearing company that the customer entered, which counts instead. */
    entered: z.nullable(amount),
  }),
  dividends: z.object({ gross: amount, tax_low: z.nullable(amount), tax_high: z.nullable(amount) }),
  bonus: z.object({ value: z.nullable(amount), tax_low: z.nullable(amount), tax_high: z.nullable(amount) }),
  closings: z.array(TaxedClosing),
  income: z.array(TaxedIncome),
  /** The rules that the figures name. */
  rules: z.array(TaxRule),
});
export type TaxReport = z.infer<typeof TaxReport>;

const taxYear = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^\d{4}-\d{2}$/, 'Enter a tax year such as 2025-26.'));

export const readTaxReport = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/taxes/',
  summary: 'Estimate the taxes of the signed-in customer in a tax year, by named rules',
  access: 'customer',
  query: z.object({ tax_year: z.optional(taxYear) }),
  response: TaxReport,
});

export const downloadTaxReport = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/taxes/report/',
  summary: 'Download the estimate of the taxes in a tax year as CSV',
  access: 'customer',
  query: z.object({ tax_year: taxYear }),
  noStore: true,
  file: 'text/csv',
  response: z.custom<Blob>(),
});

export const PositionSettings = z.object({
  /** On the active taxpayers' list. */
  is_on_list: z.boolean(),
  cost_preset_id: z.nullable(z.int()),
  dividend_classes: z.array(z.object({ symbol: z.string(), dividend_class: z.enum(DIVIDEND_CLASSES) })),
  tax_figures: z.array(z.object({ tax_year: z.string(), capital_gains: amount })),
  /** By name, also those that are not valid any more, for trades of earlier dates. */
  presets: z.array(CostPreset),
});
export type PositionSettings = z.infer<typeof PositionSettings>;

export const readPositionSettings = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/settings/',
  summary: 'Read the settings of costs and taxes of the signed-in customer',
  access: 'customer',
  response: PositionSettings,
});

/** `null` removes a class or a figure. */
export const savePositionSettings = defineEndpoint({
  method: 'PATCH',
  path: '/customers/positions/settings/',
  summary: 'Change the settings of costs and taxes',
  access: 'customer',
  body: z.object({
    is_on_list: z.optional(z.boolean()),
    cost_preset_id: z.optional(z.nullable(z.int())),
    dividend_class: z.optional(
      z.object({ symbol: SymbolInput, dividend_class: z.nullable(z.enum(DIVIDEND_CLASSES)) }),
    ),
    tax_figure: z.optional(
      z.object({ tax_year: taxYear, capital_gains: z.nullable(/* @__PURE__ */ rupees(2)) }),
    ),
  }),
  response: PositionSettings,
});

export const listCostPresets = defineEndpoint({
  method: 'GET',
  path: '/admin/positions/cost-presets/',
  summary: 'List the cost presets, and count the customers who have trades',
  access: 'administrator',
  response: z.object({
    presets: z.array(CostPreset),
    customers: z.int(),
    trades: z.int(),
  }),
});

const rate = /* @__PURE__ */ rupees(6);

/** Without an `id` it adds a preset. */
export const saveCostPreset = defineEndpoint({
  method: 'POST',
  path: '/admin/positions/cost-presets/',
  summary: 'Add or change the costs that trades are prefilled with',
  access: 'administrator',
  body: z.object({
    id: z.optional(z.int()),
    name: /* @__PURE__ */ text({ maxLength: 60 }),
    valid_from: isoDate,
    valid_to: z.nullable(isoDate),
    commission_per_share: rate,
    commission_percent: rate,
    commission_minimum: rate,
    sales_tax_percent: rate,
    depository_per_share: rate,
    levies_percent: rate,
    note: /* @__PURE__ */ text({ minLength: 0, maxLength: 500 }),
  }),
  response: CostPreset,
});

export const removeCostPreset = defineEndpoint({
  method: 'DELETE',
  path: '/admin/positions/cost-presets/:id/',
  summary: 'Remove a cost preset',
  access: 'administrator',
  params: z.object({ id: z.string() }),
  status: 204,
  response: z.undefined(),
});
