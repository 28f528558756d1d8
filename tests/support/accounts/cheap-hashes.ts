import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

const PRODUCT_MEMORY_KIB = 19_456;
const CHEAP = { memory: 64, passes: 1 };

const { argon2 } = crypto;
let isCheap = true;

/** The number of hashes that the test file has computed. */
export const hashes = { count: 0 };

/**
 * Replaces the product's parameters of password hashes, with which tests that sign users in would compute a quarter of the time.
 * The hashes still name the product's parameters. Hashes with other parameters are computed as requested.
 */
crypto.argon2 = (algorithm, parameters, callback) => {
  hashes.count += 1;
  const isReplaced = isCheap && parameters.memory === PRODUCT_MEMORY_KIB;
  argon2(algorithm, isReplaced ? { ...parameters, ...CHEAP } : parameters, callback);
};
// For named imports.
syncBuiltinESMExports();

/** Makes a test file hash passwords like the product. */
export function useRealHashes(): void {
  beforeAll(() => {
    isCheap = false;
  });
  afterAll(() => {
    isCheap = true;
  });
}
