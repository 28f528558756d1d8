import { expect, it } from 'vitest';
import type { SignedInCaller } from './stream.ts';
import { batchAccessChecks } from './stream.ts';

const makeCaller = (userId: string): SignedInCaller => ({ kind: 'customer', userId, sessionId: userId });
const [first, second, third] = ['1', '2', '3'].map(makeCaller) as [
  SignedInCaller,
  SignedInCaller,
  SignedInCaller,
];

it('checks callers that ask during a check together in the next one', async () => {
  const checks: SignedInCaller[][] = [];
  const finish: (() => void)[] = [];
  const check = batchAccessChecks(async (callers) => {
    checks.push([...callers]);
    await new Promise<void>((resolve) => finish.push(resolve));
    return new Set(callers);
  });
  const results = [check([first])];
  await expect.poll(() => checks.length).toBe(1);
  results.push(check([second]), check([third]), check([first]));
  finish[0]?.();
  await expect.poll(() => checks).toEqual([[first], [second, third, first]]);
  finish[1]?.();
  expect(await Promise.all(results)).toEqual([
    new Set([first]),
    ...Array(3).fill(new Set([second, third, first])),
  ]);
});

it('checks again after a check that failed', async () => {
  let failures = 1;
  const check = batchAccessChecks(async (callers) => {
    if (failures-- > 0) throw new Error('The database is unreachable.');
    return new Set(callers);
  });
  await expect(check([first])).rejects.toThrow('The database is unreachable.');
  expect(await check([first])).toEqual(new Set([first]));
});
