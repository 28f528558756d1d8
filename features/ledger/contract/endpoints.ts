import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** A signed head of the chain. Hashes, keys and signatures are hexadecimal. */
export const RecordHead = z.object({
  sequence: z.int(),
  hash: z.string(),
  time: timestamp,
  key: z.string(),
  signature: z.string(),
});

/** Proves that an entry was part of the record when its head was signed. The record is verified against saved receipts. */
export const RecordReceipt = z.object({
  entry: z.object({
    sequence: z.int(),
    time: timestamp,
    kind: z.string(),
    commitment: z.string(),
    previous: z.string(),
    hash: z.string(),
    payload: z.record(z.string(), z.unknown()),
    salt: z.string(),
  }),
  /** The first head that covers the entry; `null` while there is none. */
  head: z.nullable(RecordHead),
});
export type RecordReceipt = z.infer<typeof RecordReceipt>;

/** A public key and the heads that it signs. */
export const RecordKey = z.object({
  key: z.string(),
  from_sequence: z.int(),
  valid_from: timestamp,
  /** `null`: still in use. */
  valid_until: z.nullable(timestamp),
});
export type RecordKey = z.infer<typeof RecordKey>;

export const RecordSummary = z.object({
  /** The newest entry; `null` in an empty record. */
  last_entry: z.nullable(z.object({ sequence: z.int(), time: timestamp, hash: z.string() })),
  /** The newest signed head. */
  head: z.nullable(RecordHead),
  /** In the order of their use. */
  keys: z.array(RecordKey),
  /** The number of entries whose content is not public yet, and the time of the first of them. */
  sealed: z.int(),
  sealed_since: z.nullable(timestamp),
  /** Of the script that verifies the record, as it is served. The last entry `verifier.changed` has it too. */
  verifier_sha256: z.string(),
  /** The number of days after the end of a premium signal until its entries show their content. */
  public_after_days: z.int(),
  /** The newest entries, newest first. */
  newest_entries: z.array(
    z.object({
      sequence: z.int(),
      time: timestamp,
      kind: z.string(),
      hash: z.string(),
      is_public: z.boolean(),
    }),
  ),
});
export type RecordSummary = z.infer<typeof RecordSummary>;

export const readRecord = defineEndpoint({
  method: 'GET',
  path: '/record/',
  summary: 'Get the state of the public record: its newest entries, head and keys',
  access: 'open',
  topics: ['ledger'],
  response: RecordSummary,
});
