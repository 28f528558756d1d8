import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { noNullCharacters, timestamp } from '#core/contract/fields.ts';
import { OrderTypeSchema, SignalType } from './signal.ts';
import { SignalState } from './signal-state.ts';

/** A daily email with its quotes is longer than a message. */
export const MESSAGE_MAX_LENGTH = 20_000;

/** The possible conclusions about a message. */
export const VERIFY_RESULTS = [
  /** It has the code of a signal, and says what was published. */
  'genuine',
  /** It has the code and the levels of a signal, but other text too. */
  'added_text',
  /** It has the code of a signal, and says something else. */
  'differs',
  /** It is only the code of a signal. */
  'code_only',
  /** It was not compared, because too many different messages with this code were. */
  'not_compared',
  /** No signal has its code or link. That is no proof of fraud. */
  'not_ours',
  /** It has a code with a typing error. */
  'mistyped',
  /** It has no code. */
  'no_code',
] as const;
export type VerifyResult = (typeof VERIFY_RESULTS)[number];

const Levels = z.object({
  symbol: z.string(),
  order_type: OrderTypeSchema,
  entry_price: z.string(),
  stop_loss: z.string(),
  target_points: z.array(z.string()),
});

/** A fact of a message that is not that of the signal. */
const Difference = z.object({
  /**
   * `symbol`, `order_type`, `entry_price`, `stop_loss`, `target_points.0` for TP1, `number` for one that is no level, `link`,
   * `word` for one that reverses the call, or `characters` that show something else than they say.
   */
  field: z.string(),
  /** `null` if the signal has no such fact. */
  published: z.nullable(z.string()),
  /** `null` if the message lacks it. */
  received: z.nullable(z.string()),
});
export type Difference = z.infer<typeof Difference>;

/** The part of the response for callers who may read the signal. */
const VerifiedSignal = z.extend(Levels, {
  id: z.uuid(),
  company_name: z.nullable(z.string()),
  /** The last change of a level, the symbol or the side since the publication; `null` without one. */
  changed_at: z.nullable(timestamp),
  deleted_at: z.nullable(timestamp),
  /** What happened to the signal since; `null` if it was removed while it was read. */
  state: z.nullable(SignalState),
  /** The earlier version that the message repeats; `null` if it repeats the current one, or none. */
  earlier: z.nullable(z.extend(Levels, { published_at: timestamp })),
  differences: z.array(Difference),
});
export type VerifiedSignal = z.infer<typeof VerifiedSignal>;

export const Verification = z.object({
  result: z.enum(VERIFY_RESULTS),
  /** The code as we write it; `null` if none was found. */
  code: z.nullable(z.string()),
  /** `null` if no signal has the code. */
  signal_type: z.nullable(SignalType),
  published_at: z.nullable(timestamp),
  /** `null` unless the caller may read the signal. */
  signal: z.nullable(VerifiedSignal),
});
export type Verification = z.infer<typeof Verification>;

export const VerifiedMessage = z.extend(Verification, {
  /** The other signals that the message is about, such as those of a daily email. The first one has the worst result. */
  others: z.array(Verification),
});
export type VerifiedMessage = z.infer<typeof VerifiedMessage>;

export const verifyMessage = defineEndpoint({
  method: 'POST',
  path: '/verify/',
  summary: 'Find out whether a message about a signal is genuine, by its code',
  access: 'anyone',
  changesNothing: true,
  body: z.object({
    /** A code, or a message that contains one, as it was received. */
    text: z.string().check(noNullCharacters, z.minLength(1), z.maxLength(MESSAGE_MAX_LENGTH)),
  }),
  response: VerifiedMessage,
});
