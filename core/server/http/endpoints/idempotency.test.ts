import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { removeExpiredKeys } from '#core/server/platform/idempotency/run-once.ts';
import { listAdminSignals, publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  createSignalDraft,
  listSignalDrafts,
  publishSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { decideOutcome, listSignalDecisions } from '#features/signals/contract/track-record/decisions.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeDraftContent, saveNewDraft } from '#tests/support/signals/drafts.ts';
import { makeSignalBody, publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let other: typeof admin;
beforeAll(async () => {
  admin = await signInAdministrator(test);
  other = await signInAdministrator(test);
});

const asAdmin = () => ({ token: admin.access });
const send = (idempotencyKey: string, overrides = {}, token = admin.access) =>
  test.call(publishSignal, { body: makeSignalBody(overrides), idempotencyKey }, { token });
const countSignals = async (): Promise<number> =>
  (await test.call(listAdminSignals, { query: {} }, asAdmin())).body.count;
const age = (key: string, hours: number) =>
  test.database.pool.query(
    `update idempotent_requests set created_at = now() - $2 * interval '1 hour' where key = $1`,
    [key, hours],
  );

describe('an Idempotency-Key', () => {
  it('publishes a signal once when the request is repeated, and returns the same response', async () => {
    const [key, before] = [randomUUID(), await countSignals()];
    const first = await send(key);
    const repeated = await send(key);
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(repeated.status).toBe(201);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(JSON.stringify(repeated.body)).toBe(JSON.stringify(first.body));
    expect(await countSignals()).toBe(before + 1);
    const { results } = (await test.call(listAuditLog, { query: { action: 'signal_published' } }, asAdmin()))
      .body;
    const ofSignal = results.filter(({ target }: { target: { id: string } }) => target.id === first.body.id);
    expect(ofSignal).toHaveLength(1);
  });

  it('publishes once when the requests arrive at the same time', async () => {
    const [key, before] = [randomUUID(), await countSignals()];
    const responses = await Promise.all([send(key), send(key), send(key), send(key)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await countSignals()).toBe(before + 1);
  });

  it('is rejected with 409 while the first request takes long', async () => {
    const key = randomUUID();
    const client = await test.database.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into idempotent_requests (administrator_id, key, fingerprint) select id, $1, '' from administrators`,
      [key],
    );
    const { status, body, headers } = await send(key).finally(async () => {
      await client.query('rollback');
      client.release();
    });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'idempotency_key_in_use' });
    expect(headers['retry-after']).toBe('5');
    expect((await send(key)).status).toBe(201);
  });

  it('is rejected with 422 for another content or another endpoint', async () => {
    const [key, draft] = [randomUUID(), await saveNewDraft(test, admin)];
    expect((await send(key)).status).toBe(201);
    const before = await countSignals();
    const changed = await send(key, { entry_price: '472.00' });
    expect({ status: changed.status, code: changed.body.code }).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
    });
    const input = { params: { id: draft.id }, body: { expected_version: draft.version } };
    const elsewhere = await test.call(publishSignalDraft, { ...input, idempotencyKey: key }, asAdmin());
    expect(elsewhere.status).toBe(422);
    expect(await countSignals()).toBe(before);
  });

  it('can be used again after a rejected request, which changed nothing', async () => {
    const key = randomUUID();
    expect((await send(key, { stop_loss: '999.00' })).status).toBe(400);
    expect((await send(key, { override_reason: undefined, symbol: 'ROSY' })).status).toBe(409);
    expect((await send(key)).status).toBe(201);
  });

  it('belongs to one administrator', async () => {
    const key = randomUUID();
    const [own, others] = [await send(key), await send(key, {}, other.access)];
    expect(others.status).toBe(201);
    expect(others.body.id).not.toBe(own.body.id);
  });

  it('expires after 24 hours', async () => {
    const key = randomUUID();
    const { id } = (await send(key)).body;
    await age(key, 23);
    expect((await send(key)).body.id).toBe(id);
    await age(key, 25);
    expect((await send(key, { entry_price: '472.00' })).status).toBe(201);
    await age(key, 25);
    await removeExpiredKeys(test.database.db);
    const { rows } = await test.database.pool.query(`select key from idempotent_requests where key = $1`, [
      key,
    ]);
    expect(rows).toEqual([]);
  });

  it.each(['', ' ', 'a b', 'a, b', 'x'.repeat(256), 'ä'])('is rejected with 400 if it is %j', async (key) => {
    const before = await countSignals();
    const { status, body } = await send(Buffer.from(key).toString('latin1'));
    expect({ status, body }).toEqual({
      status: 400,
      body: { 'idempotency-key': ['Use 1 to 255 letters, digits and signs, without spaces.'] },
    });
    expect(await countSignals()).toBe(before);
  });

  it('publishes a draft, saves a draft and decides once', async () => {
    const draft = await saveNewDraft(test, admin);
    const publication = {
      params: { id: draft.id },
      body: { expected_version: draft.version, override_reason: 'Made for a test' },
      idempotencyKey: randomUUID(),
    };
    const published = await test.call(publishSignalDraft, publication, asAdmin());
    expect(published.status).toBe(201);
    expect((await test.call(publishSignalDraft, publication, asAdmin())).body).toEqual(published.body);

    const drafts = async () => (await test.call(listSignalDrafts, { query: {} }, asAdmin())).body.count;
    const before = await drafts();
    const saved = { body: makeDraftContent(), idempotencyKey: randomUUID() };
    const { body } = await test.call(createSignalDraft, saved, asAdmin());
    expect((await test.call(createSignalDraft, saved, asAdmin())).body).toEqual(body);
    expect(await drafts()).toBe(before + 1);

    const { id } = await publish(test, admin);
    const decision = {
      params: { id },
      body: { kind: 'void' as const, reason: 'Entered for the wrong company' },
      idempotencyKey: randomUUID(),
    };
    await test.call(decideOutcome, decision, asAdmin());
    expect((await test.call(decideOutcome, decision, asAdmin())).status).toBe(201);
    const decisions = await test.call(listSignalDecisions, { params: { id } }, asAdmin());
    expect(decisions.body.results).toHaveLength(1);
  });

  it('voids and republishes once', async () => {
    const { id } = await publish(test, admin);
    const before = await countSignals();
    const replaces = { signal_id: id, reason: 'The stop was mistyped' };
    const key = randomUUID();
    const first = await send(key, { replaces });
    expect(first.status).toBe(201);
    expect((await send(key, { replaces })).body).toEqual(first.body);
    expect(await countSignals()).toBe(before + 1);
  });

  it('is documented for administrators', async () => {
    const { paths } = (
      await test.request({
        url: '/api/admin/openapi.json',
        headers: { authorization: `Bearer ${admin.access}` },
      })
    ).json();
    expect(paths['/api/admin/signals/'].post.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'idempotency-key' }),
    );
  });
});
