import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serializeByContract } from './shared-endpoint.ts';

const schema = z.object({
  id: z.int(),
  note: z.nullable(z.string()),
  day: z.optional(z.iso.date()),
  parts: z.array(z.object({ kind: z.enum(['cash', 'bonus']) })).check(z.maxLength(2)),
  period: z.nullable(z.union([z.literal('final'), z.object({ number: z.int() })])),
});
const valid = { id: 1, note: null, parts: [{ kind: 'cash' }], period: null };
const serialize = serializeByContract({ schema, method: 'GET', url: '/list/' });

it('leaves out what the contract does not name, at every level', () => {
  const result = {
    ...valid,
    secret: 1,
    parts: [{ kind: 'bonus', secret: 2 }],
    period: { number: 3, secret: 4 },
  };
  expect(JSON.parse(serialize(result))).toEqual({
    ...valid,
    parts: [{ kind: 'bonus' }],
    period: { number: 3 },
  });
  expect(result.secret).toBe(1);
});

it.each([
  ['a missing field', { ...valid, id: undefined }],
  ['another type', { ...valid, id: '1' }],
  ['another format', { ...valid, day: '23 Nov' }],
  ['null where it is not allowed', { ...valid, parts: null }],
  ['an invalid item', { ...valid, parts: [{ kind: 'gift' }] }],
  ['too many items', { ...valid, parts: [{ kind: 'cash' }, { kind: 'cash' }, { kind: 'cash' }] }],
  ['no object', 'text'],
])('rejects %s', (_, result) => {
  expect(() => serialize(result)).toThrow('the response of GET /list/ does not match its contract');
});
