import { expect, it } from 'vitest';
import { digestVerificationScript } from './enter-verifier.ts';
import { findDigest, VERIFIER_DOCS } from './verifier-docs.ts';

it.each(VERIFIER_DOCS)('%s has the SHA-256 of the verification script', (file) => {
  expect(findDigest(file), 'Run `npm run docs:verifier`.').toBe(digestVerificationScript());
});
