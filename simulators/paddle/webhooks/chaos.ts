import * as z from 'zod/mini';

const HOUR_MS = 3_600_000;

/** A fault of API calls and of the script. */
const apiFault = z.strictObject({
  /** A method or `*`, and a path below the base URL with `*` as a wildcard: `POST /subscriptions/*`. */
  route: z.string().check(z.regex(/^(\*|[A-Z]+) \/\S*$/)),
  /** The delay before the call is processed. */
  latencyMs: z.optional(z.int().check(z.gte(0), z.lte(HOUR_MS))),
  /** Never responds. */
  hang: z.optional(z.boolean()),
  /** Replaces the response status. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  retryAfterSeconds: z.optional(z.int().check(z.gte(0))),
  /** The body of the response with `status`: Paddle's JSON, or the HTML page of a proxy. */
  body: z.optional(z.enum(['json', 'html'])),
  /** Fails after the call has been processed, as when only the response is lost. */
  afterwards: z.optional(z.boolean()),
  /** The number of calls that fail; all by default. */
  times: z.optional(z.int().check(z.gte(1))),
});

/** The simulated faults between Paddle and the product. */
export const chaosSwitches = z.strictObject({
  /** Makes every delivery twice. */
  duplicate: z.boolean(),
  /** Swaps neighboring deliveries in a batch. */
  reorder: z.boolean(),
  /** Delays deliveries. */
  delayMs: z.int().check(z.gte(0)),
  /** Drops the first deliveries, which are then retried. */
  dropFirst: z.int().check(z.gte(0)),
  /** Never delivers events of these types. */
  loseTypes: z.array(z.string()),
  /** Signs with a timestamp one hour in the past. */
  oldTs: z.boolean(),
  /** Signs with a timestamp one hour in the future. */
  futureTs: z.boolean(),
  /** Signs with a wrong secret. */
  badSig: z.boolean(),
  /** Signs with every secret, as during a rotation. */
  twoH1: z.boolean(),
  /** Adds an event of an unknown type to every change. */
  unknownEventType: z.boolean(),
  api: z.array(apiFault),
});

export type ChaosSwitches = z.infer<typeof chaosSwitches>;
export type ApiFault = z.infer<typeof apiFault>;

export const chaosChanges = z.partial(chaosSwitches);
export type ChaosChanges = z.infer<typeof chaosChanges>;

/** Turns off all faults. */
export const noFaults = (): ChaosSwitches => ({
  duplicate: false,
  reorder: false,
  delayMs: 0,
  dropFirst: 0,
  loseTypes: [],
  oldTs: false,
  futureTs: false,
  badSig: false,
  twoH1: false,
  unknownEventType: false,
  api: [],
});
