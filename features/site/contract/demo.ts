import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** The sign-ins that the demo offers besides that of a visitor. */
export const DEMO_ACCOUNT_KEYS = [
  'subscriber',
  'canceled',
  'past-due',
  'paused',
  'transfer',
  'customer',
  'administrator',
] as const;
export type DemoAccountKey = (typeof DEMO_ACCOUNT_KEYS)[number];

const DemoAccount = z.object({
  key: z.enum(DEMO_ACCOUNT_KEYS),
  /** The email of a customer or the username of the administrator. */
  login: z.string(),
  /** `null` if it is not the public one of the demo. */
  password: z.nullable(z.string()),
  description: z.string(),
});
export type DemoAccount = z.infer<typeof DemoAccount>;

const DemoClock = z.object({
  next_session_at: timestamp,
  /** `null` if no subscription will renew. */
  next_renewal: z.nullable(z.object({ at: timestamp, customer_email: z.string() })),
});

export const DemoState = z.object({
  now: timestamp,
  /** `null` if the clock cannot be advanced. */
  clock: z.nullable(DemoClock),
  /** Only accounts that exist. Empty in a demo that other machines can reach. */
  accounts: z.array(DemoAccount),
  test_cards: z.array(z.object({ number: z.string(), effect: z.string() })),
  has_mailbox: z.boolean(),
});
export type DemoState = z.infer<typeof DemoState>;

/** The endpoints exist only in the demo. */
export const readDemo = defineEndpoint({
  method: 'GET',
  path: '/demo/',
  summary: "Read the demo's clock, accounts and test cards",
  access: 'open',
  topics: [],
  noStore: true,
  response: DemoState,
});

/** A year, the longest plan. */
const MAX_HOURS = 366 * 24;

export const AdvanceBody = z.union([
  z.strictObject({ hours: z.int().check(z.minimum(1), z.maximum(MAX_HOURS)) }),
  z.strictObject({ until: z.enum(['next-session', 'next-renewal']) }),
]);
export type AdvanceBody = z.infer<typeof AdvanceBody>;

export const advanceDemoClock = defineEndpoint({
  method: 'POST',
  path: '/demo/clock/',
  summary: "Advance the demo's clock, and run what becomes due",
  access: 'open',
  body: AdvanceBody,
  response: DemoState,
});
