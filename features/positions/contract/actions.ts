import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, isoDate, timestamp } from '#core/contract/fields.ts';
import { rupees, SharesInput, SymbolInput } from './trades.ts';

/** `split` is also a consolidation: fewer shares for more. `rename` changes the symbol, `merger` the shares too. */
export const ACTION_KINDS = ['cash', 'right', 'bonus', 'split', 'rename', 'merger', 'unclear'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/**
 * `offered`: a right that was neither taken nor let lapse. `needs_ratio`: a merger whose ratio is not known. `expected`: its ex-date is still
 * to come. `unclear`: the payout could not be read. `ignored`: the customer, or an administrator, says that it does not apply.
 */
export const ACTION_STATES = [
  'applied',
  'offered',
  'taken',
  'lapsed',
  'ignored',
  'needs_ratio',
  'expected',
  'unclear',
] as const;
export type ActionState = (typeof ACTION_STATES)[number];

/** More than zero, and few enough that shares remain exact. */
const ratioPart = /* @__PURE__ */ rupees(4).check(
  z.refine((value) => Number(value) > 0 && Number(value) <= 10_000, 'Enter a number from 0.0001 to 10,000.'),
);
const Ratio = z.object({ new_shares: ratioPart, old_shares: ratioPart });

/** What the customer knows better. Fields that are absent follow from the announcement. */
export const ActionCorrection = z.object({
  decision: z.optional(z.enum(['ignored', 'taken', 'lapsed'])),
  /** The shares of a right that was taken, or those that were received of a bonus. */
  shares: z.optional(SharesInput),
  /** When the shares of a right were paid. */
  date: z.optional(isoDate),
  price: z.optional(/* @__PURE__ */ rupees(4)),
  costs: z.optional(/* @__PURE__ */ rupees(2)),
  /** Of a merger or a split. */
  ratio: z.optional(Ratio),
  /** The amount that was paid for a fraction of a share. */
  cash_in_lieu: z.optional(/* @__PURE__ */ rupees(2)),
  /** Of a dividend: what was withheld, and when the rest was received. Of a bonus: its tax. */
  withholding: z.optional(/* @__PURE__ */ rupees(2)),
  received_on: z.optional(isoDate),
});
export type ActionCorrection = z.output<typeof ActionCorrection>;

/** A corporate action that the product has missed, as the customer enters it. */
export const OwnAction = z.object({
  symbol: SymbolInput,
  kind: z.enum(['cash', 'bonus', 'split', 'merger']),
  ex_date: isoDate,
  /** Rupees a share of a dividend, or the percentage of a bonus. */
  amount: z.optional(/* @__PURE__ */ rupees(8)),
  ratio: z.optional(Ratio),
  /** The symbol that continues a merged company. */
  successor: z.optional(SymbolInput),
});
export type OwnAction = z.output<typeof OwnAction>;

export const ActionEntry = z.object({
  key: z.string(),
  symbol: z.string(),
  kind: z.enum(ACTION_KINDS),
  state: z.enum(ACTION_STATES),
  ex_date: z.iso.date(),
  is_ex_date_estimated: z.boolean(),
  /** As announced, or what happened to the symbol. */
  description: z.string(),
  /** The shares that were held on the last buying day. */
  shares_before: z.int(),
  /** How many there are more after it; below zero after a consolidation. */
  shares_change: z.int(),
  /** The fraction of a share that is paid in cash; `null` without one. */
  fraction: z.nullable(decimal),
  /** What was paid for it, else an estimate by the close of the ex-date; `null` without a fraction or a close. */
  cash_in_lieu: z.nullable(decimal),
  is_cash_estimated: z.boolean(),
  /** Of a dividend. */
  gross: z.nullable(decimal),
  /** Of a right: the price of a share, and the shares that are offered. */
  right: z.nullable(z.object({ price: z.nullable(decimal), shares: z.int() })),
  /** The symbol that continues a renamed or merged company. */
  successor: z.nullable(z.string()),
  correction: z.nullable(ActionCorrection),
  /** The customer added it. */
  is_own: z.boolean(),
  /** A trade, or another action, seems to be the same shares again. */
  possible_duplicate: z.nullable(z.enum(['trade', 'action'])),
  /** The announcement before it was revised, oldest first. */
  earlier: z.array(z.object({ bc_from: z.iso.date(), payout: z.string() })),
});
export type ActionEntry = z.infer<typeof ActionEntry>;

export const listActions = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/actions/',
  summary: 'List the corporate actions that concern the shares of the signed-in customer, newest first',
  access: 'customer',
  response: z.object({
    results: z.array(ActionEntry),
    /** Corrections of actions that do not exist any more. */
    orphaned: z.array(z.object({ key: z.string(), correction: ActionCorrection })),
    /** Actions that were changed or withdrawn after their ex-date, newest first. */
    changes: z.array(
      z.object({
        recorded_at: timestamp,
        symbol: z.string(),
        ex_date: z.iso.date(),
        description: z.string(),
        is_withdrawn: z.boolean(),
      }),
    ),
  }),
});

/**
 * Corrects an action, removes a correction (`correction: null`, which also removes an action that the customer added), or adds an action
 * (`own`, without a `key`). One that makes a sale exceed the holding is accepted: the sale is marked.
 */
export const correctAction = defineEndpoint({
  method: 'POST',
  path: '/customers/positions/actions/',
  summary: 'Correct a corporate action, or add one that is missing',
  access: 'customer',
  body: z.object({
    key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    correction: z.optional(z.nullable(ActionCorrection)),
    own: z.optional(OwnAction),
  }),
  response: z.object({ key: z.string() }),
});
