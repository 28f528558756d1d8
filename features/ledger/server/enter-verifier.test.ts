import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { recordFiles } from '#core/contract/paths.ts';
import { readRecord } from '#features/ledger/contract/endpoints.ts';
import { exportRecord, listEntries, rewriteChain, verifyText } from '#tests/support/ledger/ledger.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createSigningKey, generateSigningKey } from './append-entries.ts';
import { digestVerificationScript, enterVerifier } from './enter-verifier.ts';

const signingKey = createSigningKey(generateSigningKey());
const test = useTestApp({}, { signingKey });
const enter = () => enterVerifier({ ...test, signingKey });
const listEntered = async () =>
  (await listEntries(test))
    .filter(({ kind }) => kind === 'verifier.changed')
    .map(({ payload }) => payload.sha256);

it('servers that start at the same time enter the SHA-256 of the served script once', async () => {
  await Promise.all([enter(), enter(), enter()]);
  await enter();
  const { rawPayload } = await test.request(recordFiles.script);
  const digest = createHash('sha256').update(rawPayload).digest('hex');
  expect(await listEntered()).toEqual([digest]);
  expect((await test.call(readRecord, {})).body).toMatchObject({ verifier_sha256: digest });
  expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
});

it('a server with another script enters its SHA-256', async () => {
  const other = 'f'.repeat(64);
  await rewriteChain(test, (payload) => payload.replace(digestVerificationScript(), other));
  await enter();
  expect(await listEntered()).toEqual([other, digestVerificationScript()]);
});
