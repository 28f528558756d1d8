import { beforeEach, describe, expect, it } from 'vitest';
import { type Clock, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { startImport } from '#features/imports/contract/imports.ts';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  createSignalDraft,
  listSignalDrafts,
  publishSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, listEntries, verifyText } from '#tests/support/ledger/ledger.ts';
import { makeSignalBody } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

/** The clock of a server that differs from that of the database, as that of a machine and not of a demo. */
let offsetMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };
const test = useTestApp({}, { clock });

beforeEach(() => {
  offsetMs = 0;
});

/** Publishes on a server whose clock is ahead by an offset. */
async function publishAt(offset: number) {
  offsetMs = offset;
  const { access: token } = await signInAdministrator(test);
  return test.call(publishSignal, { body: makeSignalBody() }, { token });
}

const countEntries = async () => (await listEntries(test)).length;

describe('a publication', () => {
  it.each([
    ['behind by 70 minutes', -70 * MINUTE, '70 minutes behind'],
    ['behind by 5 minutes', -5 * MINUTE, '5 minutes behind'],
    ['ahead by 20 minutes', 20 * MINUTE, '20 minutes ahead of'],
    ['ahead by 61 seconds', 61.5 * SECOND, /6[12] seconds ahead of/],
  ])('is rejected by a server whose clock is %s', async (_, offset, difference) => {
    const before = await countEntries();
    const { status, body } = await publishAt(offset);
    expect(status).toBe(409);
    expect(body.detail).toMatch(difference);
    expect(body.detail).toContain('your entries are still here');
    expect(await countEntries()).toBe(before);
  });

  it('is entered by a server whose clock differs by seconds', async () => {
    expect((await publishAt(15 * SECOND)).status).toBe(201);
    expect((await publishAt(0)).status).toBe(201);
    const { problem } = await verifyText(await exportRecord(test));
    expect(problem).toBeNull();
  });

  it('is rejected until the time of the last entry, which another server with a faster clock wrote', async () => {
    expect((await publishAt(50 * SECOND)).status).toBe(201);
    const { status, body } = await publishAt(-40 * SECOND);
    expect(status).toBe(409);
    expect(body.detail).toMatch(/^The last entry of the public record has a time that is \d\d seconds ahead/);
    expect(body.detail).toMatch(/send them again in \d\d seconds/);
    expect((await publishAt(45 * SECOND)).status).toBe(201);
    expect((await verifyText(await exportRecord(test))).problem).toBeNull();
  });
});

it('a draft stays if its publication is rejected', async () => {
  offsetMs = 20 * MINUTE;
  const { access: token } = await signInAdministrator(test);
  const { target_points: targets, ...content } = makeSignalBody();
  const body = { ...content, targets } as never;
  const draft = await test.call(createSignalDraft, { body }, { token });
  expect(draft.status).toBe(201);
  const input = { params: { id: draft.body.id }, body: { expected_version: 1, override_reason: 'A test' } };
  expect((await test.call(publishSignalDraft, input, { token })).status).toBe(409);
  const { body: drafts } = await test.call(listSignalDrafts, { query: {} }, { token });
  expect(drafts.results.map(({ id }: { id: string }) => id)).toContain(draft.body.id);
});

it('a decision is rejected by a server whose clock is wrong', async () => {
  const { body: signal } = await publishAt(50 * SECOND);
  offsetMs = -70 * MINUTE;
  const { access: token } = await signInAdministrator(test);
  const decision = {
    params: { id: signal.id },
    body: { kind: 'void', reason: 'Published with a wrong price' },
  } as const;
  const { status, body } = await test.call(decideOutcome, decision, { token });
  expect([status, body.detail]).toEqual([409, expect.stringContaining('70 minutes behind')]);
});

it('a file of prices is rejected by a server whose clock is wrong, whatever was imported of several files', async () => {
  offsetMs = 20 * MINUTE;
  const { access: token } = await signInAdministrator(test);
  const content = 'symbol,date,close\nLUCK,2026-11-02,471.00';
  const body = { kind: 'prices', file_name: 'p.csv', content } as const;
  const response = await test.call(startImport, { body }, { token });
  await test.importer.waitUntilIdle();
  expect([response.status, response.body.detail]).toEqual([
    409,
    expect.stringMatching(/20 minutes ahead of .* import the files again then\.$/),
  ]);
  expect(response.body.detail).not.toContain('Nothing was saved');
});
