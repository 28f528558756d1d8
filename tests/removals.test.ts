import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** Removals of old rows have this type. Those that another removal calls are not in the interface of their feature. */
const REMOVAL = /^export async function (\w+)\(db: Queryable, now: Date\): Promise<void>/gm;

/** Lists the removals that the interfaces of the features export. */
function listRemovals(): string[] {
  const interfaces = globSync('features/*/server/*.ts')
    .filter((file) => posix.basename(file, '.ts') === file.split('/')[1])
    .map((file) => readFileSync(file, 'utf8'));
  return globSync('features/*/server/**/*.ts')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(REMOVAL)])
    .map(([, name = '']) => name)
    .filter((name) => interfaces.some((code) => new RegExp(`\\b${name}\\b`).test(code)))
    .sort();
}

it('removes the old rows of every feature each day', () => {
  const [, registered = ''] = /^const REMOVALS = \[(.*?)\];/ms.exec(readFileSync('main.ts', 'utf8')) ?? [];
  const removals = listRemovals();
  expect(removals.length).toBeGreaterThan(3);
  expect(registered.match(/\w+/g)?.sort()).toEqual(removals);
});
