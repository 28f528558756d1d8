import * as z from 'zod/mini';

const HOUR_MS = 3_600_000;

/** What goes wrong with calls of the API, of the script's own ones and of the script itself. */
const apiFault = z.strictObject({
  /** A method or `*`, and a path below the base URL in which `*` stands for anything: `POST /subscriptions/*`. */
  route: z.string().check(z.regex(/^(\*|[A-Z]+) \/\S*$/)),
  /** Waits before everything else. */
  latencyMs: z.optional(z.int().check(z.gte(0), z.lte(HOUR_MS))),
  /** Never answers. */
  hang: z.optional(z.boolean()),
  /** Answers with this status instead of its own. */
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  retryAfterSeconds: z.optional(z.int().check(z.gte(0))),
  /** What the answer with `status` is: Paddle's JSON, or a page of some proxy in between. */
  body: z.optional(z.enum(['json', 'html'])),
  /** Whether the call does its work before it goes wrong, as when the answer alone is lost. */
  afterwards: z.optional(z.boolean()),
  /** For how many calls; for all without it. */
  times: z.optional(z.int().check(z.gte(1))),
});

/** Everything that can be made to go wrong between Paddle and who uses it. */
export const chaosSwitches = z.strictObject({
  /** Every delivery is made twice. */
  duplicate: z.boolean(),
  /** Neighbours in a batch change places. */
  reorder: z.boolean(),
  /** Deliveries wait. */
  delayMs: z.int().check(z.gte(0)),
  /** So many tries fail on their way, and are made again as Paddle does. */
  dropFirst: z.int().check(z.gte(0)),
  /** Events of these types are never delivered. */
  loseTypes: z.array(z.string()),
  /** The signature was made an hour ago. */
  oldTs: z.boolean(),
  /** The signature will be made in an hour. */
  futureTs: z.boolean(),
  /** The signature is another's. */
  badSig: z.boolean(),
  /** The header holds a signature by each secret, as while one is rotated. */
  twoH1: z.boolean(),
  /** Every change is followed by an event of a type that does not exist yet. */
  unknownEventType: z.boolean(),
  api: z.array(apiFault),
});

export type ChaosSwitches = z.infer<typeof chaosSwitches>;
export type ApiFault = z.infer<typeof apiFault>;

export const chaosChanges = z.partial(chaosSwitches);
export type ChaosChanges = z.infer<typeof chaosChanges>;

/** Nothing goes wrong. */
export const calm = (): ChaosSwitches => ({
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
