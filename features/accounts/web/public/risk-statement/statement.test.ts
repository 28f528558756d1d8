import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { RISK_STATEMENT_VERSION } from '#features/accounts/contract/risk-statement.ts';
import { RISK_STATEMENT } from './statement.ts';

/** The hash of the text of each version. Add one for a new version, and never change one. */
const DIGESTS: Record<number, string> = {
  1: '37c4c141e530e08deacdbaf1db2d271a45927878734f708ef9c2be14137bc558',
};

it('has a new version for every change of its text', () => {
  const digest = createHash('sha256').update(JSON.stringify(RISK_STATEMENT)).digest('hex');
  expect(DIGESTS[RISK_STATEMENT_VERSION]).toBe(digest);
});
