import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { deleteSignal, publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { publishSignalDraft } from '#features/signals/contract/publishing/draft-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, listEntries, verifyText } from '#tests/support/ledger/ledger.ts';
import { saveNewDraft } from '#tests/support/signals/drafts.ts';
import { makeSignalBody, publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const MISSING = '7d0f6a52-0000-4000-8000-000000000000';
const REASON = 'Published with the wrong entry price.';

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  admin = await signInAdministrator(test);
});

const as = () => ({ token: admin.access });
type Overrides = Parameters<typeof makeSignalBody>[0];

/** Publishes a corrected signal in place of another one. */
const replace = ({ id }: { id: string }, overrides: Overrides = {}) => {
  const replaces = { signal_id: id, reason: REASON };
  return test.call(
    publishSignal,
    { body: makeSignalBody({ entry_price: '472.00', replaces, ...overrides }) },
    as(),
  );
};
const voidAlone = ({ id }: AdminSignal) =>
  test.call(decideOutcome, { params: { id }, body: { kind: 'void', reason: REASON } }, as());

async function findListed({ id }: { id: string }) {
  const { body } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
  return body.results.find((signal: { id: string }) => signal.id === id);
}
const countSignals = async (): Promise<number> =>
  (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body.count;

describe('a signal that replaces another one', () => {
  it('is published, and the other one is void, as two entries of the record at one time', async () => {
    const old = await publish(test, admin);
    const { status, body } = await replace(old);
    expect(status).toBe(201);
    expect(await findListed(old)).toMatchObject({ state: { kind: 'voided', reason: REASON } });
    expect(await findListed(body)).toMatchObject({ entry_price: '472.00', state: { kind: 'waiting' } });

    const entries = (await listEntries(test)).slice(-2);
    expect(entries.map(({ kind }) => kind)).toEqual(['outcome.voided', 'signal.published']);
    expect(new Set(entries.map(({ time }) => time)).size).toBe(1);
    expect(entries.map(({ payload }) => payload.signal?.id ?? payload.signal_id)).toEqual([old.id, body.id]);
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });

    const { body: log } = await test.call(listAuditLog, { query: {} }, as());
    const kinds = log.results.map((entry: { kind: string }) => entry.kind).slice(0, 2);
    expect(kinds.toSorted()).toEqual(['signal_outcome_decided', 'signal_published']);
  });

  it('is linked from the page of the void one for everyone who may read it', async () => {
    const readDetails = async ({ id }: { id: string }, token?: string) =>
      (await test.call(getSignalDetails, { params: { id } }, token === undefined ? {} : { token })).body
        .report;
    const old = await publish(test, admin);
    expect((await readDetails(old)).replaced_by).toBeNull();
    const { body: free } = await replace(old, { symbol: 'HBL' });
    const link = { id: free.id, symbol: 'HBL', code: expect.stringMatching(/^\w{4}-\w{4}$/) };
    expect((await readDetails(old)).replaced_by).toEqual(link);
    const { body: premium } = await replace(free, { signal_type: 'swing', horizon_days: 20 });
    expect((await readDetails(free)).replaced_by).toBeNull();
    expect((await readDetails(free, admin.access)).replaced_by).toMatchObject({ id: premium.id });
    await test.call(deleteSignal, { params: premium }, as());
    expect((await readDetails(free, admin.access)).replaced_by).toBeNull();
    expect((await readDetails(old)).replaced_by).toEqual(link);
    const body = { kind: 'withdraw', reason: REASON } as const;
    await test.call(decideOutcome, { params: { id: old.id }, body }, as());
    expect((await readDetails(old)).replaced_by).toBeNull();
  });

  it.each<[string, Overrides, number, object]>([
    ['wrong levels', { stop_loss: '480.00' }, 400, { stop_loss: [expect.stringContaining('must be below')] }],
    [
      'warnings without a reason',
      { symbol: 'QQQQ', override_reason: undefined },
      409,
      { code: 'signal_warnings' },
    ],
    [
      'a short public reason',
      { replaces: { signal_id: MISSING, reason: 'Wrong' } },
      400,
      { replaces: ['Ensure this field has at least 10 characters.'] },
    ],
  ])('is rejected with %s, and the other one stays as it is', async (_, overrides, status, body) => {
    const old = await publish(test, admin);
    const [count, entries] = [await countSignals(), (await listEntries(test)).length];
    const replaces = { signal_id: old.id, reason: overrides?.replaces?.reason ?? REASON };
    expect(await replace(old, { ...overrides, replaces })).toMatchObject({ status, body });
    expect(await findListed(old)).toMatchObject({ state: { kind: 'waiting' } });
    expect([await countSignals(), (await listEntries(test)).length]).toEqual([count, entries]);
  });

  it('is rejected if the other one is void, deleted or does not exist, and nothing is published', async () => {
    const [isVoid, isDeleted] = [await publish(test, admin), await publish(test, admin)];
    await voidAlone(isVoid);
    await test.call(deleteSignal, { params: isDeleted }, as());
    const count = await countSignals();
    expect(await replace(isVoid)).toMatchObject({ status: 409, body: { code: 'replaced_void' } });
    for (const other of [isDeleted, { id: MISSING }])
      expect(await replace(other)).toMatchObject({ status: 409, body: { code: 'replaced_deleted' } });
    expect(await countSignals()).toBe(count);
  });

  it('is published once if it is requested several times at once', async () => {
    const old = await publish(test, admin);
    const count = await countSignals();
    const responses = await Promise.all([1, 2, 3].map(() => replace(old)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await countSignals()).toBe(count + 1);
  });

  it('can be a draft, which leaves the other one as it is until it is published', async () => {
    const old = await publish(test, admin);
    const draft = await saveNewDraft(test, admin, { replaces_id: old.id, void_reason: REASON });
    expect(draft.content).toMatchObject({ replaces_id: old.id, void_reason: REASON });
    expect(await findListed(old)).toMatchObject({ state: { kind: 'waiting' } });
    const body = { expected_version: draft.version, override_reason: 'Made for a test' };
    const published = await test.call(publishSignalDraft, { params: draft, body }, as());
    expect(published.status).toBe(201);
    expect(await findListed(old)).toMatchObject({ state: { kind: 'voided', reason: REASON } });
    expect(await findListed(published.body)).toMatchObject({ state: { kind: 'waiting' } });
  });
});
