import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { listSignalVersions } from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  createSignalDraft,
  deleteSignalDraft,
  listSignalDrafts,
  publishSignalDraft,
  readSignalDraft,
  type SignalDraft,
  saveSignalDraft,
  submitSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { makeDraftContent, saveNewDraft } from '#tests/support/signals/drafts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });
const MISSING = '7d0f6a52-0000-4000-8000-000000000000';

let sana: Awaited<ReturnType<typeof signInAdministrator>>;
let bilal: typeof sana;
beforeAll(async () => {
  sana = await signInAdministrator(test);
  bilal = await signInAdministrator(test);
});

const token = (admin = sana) => ({ token: admin.access });
const read = ({ id }: { id: string }) => test.call(readSignalDraft, { params: { id } }, token());
const publish = ({ id, version }: SignalDraft, reason: string | null = 'Made for a test', admin = sana) =>
  test.call(
    publishSignalDraft,
    { params: { id }, body: { expected_version: version, ...(reason && { override_reason: reason }) } },
    token(admin),
  );
const listPublished = async () =>
  (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body.results;
const readAuditLog = async () =>
  (await test.call(listAuditLog, { query: {} }, token())).body.results as {
    kind: string;
    details: Record<string, string>;
    target: { type: string; id: string };
  }[];

describe('the endpoints of drafts', () => {
  const endpoints = allEndpoints
    .filter(({ path }) => path.startsWith('/admin/signal-drafts/'))
    .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

  it.each(endpoints)('reject visitors and customers: $name', async ({ endpoint }) => {
    const draft = await saveNewDraft(test, sana);
    const customer = await signUpCustomer(test);
    const subscriber = await signUpSubscriber(test);
    const url = `/api${endpoint.path.replace(':id', draft.id)}`;
    const statuses = await Promise.all(
      [null, customer.access, subscriber.access].map(async (access) => {
        const { statusCode } = await test.request({
          method: endpoint.method,
          url,
          headers: access ? { authorization: `Bearer ${access}` } : {},
          ...(endpoint.body ? { payload: {} } : {}),
        });
        return statusCode;
      }),
    );
    expect(statuses).toEqual([401, 403, 403]);
    expect((await read(draft)).body).toEqual(draft);
  });
});

describe('saving a draft', () => {
  it('stores incomplete and invalid values as they were typed', async () => {
    const content = {
      ...makeDraftContent({ symbol: ' luc', entry_price: '47', stop_loss: 'below 450' }),
      targets: ['', '5,18', ''],
      leverage: 'two',
      title: ' Breakout? ',
    };
    const draft = await saveNewDraft(test, sana, content);
    expect(draft).toMatchObject({
      content,
      state: 'draft',
      version: 1,
      created_by: sana.username,
      updated_by: sana.username,
      submitted_at: null,
      returned: null,
      can_publish: true,
      can_withdraw: false,
    });
    expect((await read(draft)).body).toEqual(draft);
  });

  it('fills in the values of an empty form', async () => {
    const { status, body } = await test.call(createSignalDraft, { body: { signal_type: 'swing' } }, token());
    expect(status).toBe(201);
    expect(body.content).toMatchObject({ symbol: '', targets: [], order_type: 'buy', risk_type: 'medium' });
  });

  it.each([
    ['no type', {}, { signal_type: ['This field is required.'] }],
    ['an unknown type', { signal_type: 'scalping' }, { signal_type: ['"scalping" is not a valid choice.'] }],
    [
      'too many targets',
      { signal_type: 'swing', targets: Array.from({ length: 7 }, () => '1') },
      { targets: ['Ensure this field has no more than 6 elements.'] },
    ],
    [
      'texts that are too long',
      { signal_type: 'swing', title: 'x'.repeat(201), targets: ['1', '2'.repeat(201)] },
      {
        title: ['Ensure this field has no more than 200 characters.'],
        targets: ['Ensure this field has no more than 200 characters.'],
      },
    ],
    [
      'a null character',
      { signal_type: 'swing', title: 'a\0b' },
      { title: ['Null characters are not allowed.'] },
    ],
  ])('rejects a draft with %s, by field', async (_, content, errors) => {
    const draft = await saveNewDraft(test, sana);
    const created = await test.call(createSignalDraft, { body: content } as never, token());
    const saved = await test.call(
      saveSignalDraft,
      { params: draft, body: { ...content, expected_version: 1 } } as never,
      token(),
    );
    for (const { status, body } of [created, saved])
      expect({ status, body }).toEqual({ status: 400, body: errors });
  });

  it('stores text with half of a surrogate pair', async () => {
    const draft = await saveNewDraft(test, sana, { title: 'half \ud83d' });
    expect(draft.content.title).toBe('half \ufffd');
  });

  it('replaces the content, also by another administrator', async () => {
    const draft = await saveNewDraft(test, sana);
    test.clock.advance(SECOND);
    const content = makeDraftContent({ symbol: 'HUBC', title: 'Second thoughts' });
    const { status, body } = await test.call(
      saveSignalDraft,
      { params: draft, body: { ...content, expected_version: 1 } },
      token(bilal),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      content,
      version: 2,
      created_by: sana.username,
      updated_by: bilal.username,
    });
  });

  it('changes nothing if the content is the same', async () => {
    const draft = await saveNewDraft(test, sana);
    test.clock.advance(SECOND);
    const { status, body } = await test.call(
      saveSignalDraft,
      { params: draft, body: { ...draft.content, expected_version: 1 } },
      token(bilal),
    );
    expect({ status, body }).toEqual({ status: 200, body: draft });
  });

  it('rejects a change of another version than the current one', async () => {
    const draft = await saveNewDraft(test, sana);
    const save = (title: string) =>
      test.call(
        saveSignalDraft,
        { params: draft, body: { ...makeDraftContent({ title }), expected_version: 1 } },
        token(),
      );
    const responses = await Promise.all([save('A'), save('B'), save('C')]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const rejected = responses.find(({ status }) => status === 409);
    expect(rejected?.body).toEqual({
      detail: 'The draft has changed since you opened it. Open it again to see the change.',
      code: 'changed_meanwhile',
    });
  });

  it('lists drafts, last changed first', async () => {
    test.clock.advance(SECOND);
    const older = await saveNewDraft(test, sana, { title: 'Older' });
    test.clock.advance(SECOND);
    const newer = await saveNewDraft(test, sana, { title: 'Newer' });
    const { body } = await test.call(listSignalDrafts, { query: {} }, token());
    expect(body.results.slice(0, 2)).toEqual([newer, older]);
    expect(body).toMatchObject({ is_approval_required: false, next: null });
    expect(body.count).toBe(body.results.length);
  });

  it('deletes a draft', async () => {
    const draft = await saveNewDraft(test, sana);
    expect((await test.call(deleteSignalDraft, { params: draft }, token())).status).toBe(204);
    expect((await read(draft)).status).toBe(404);
    expect((await test.call(deleteSignalDraft, { params: draft }, token())).status).toBe(404);
  });

  it('records every change in the audit log', async () => {
    const draft = await saveNewDraft(test, sana, { symbol: '' });
    const content = makeDraftContent({ symbol: 'HUBC' });
    await test.call(saveSignalDraft, { params: draft, body: { ...content, expected_version: 1 } }, token());
    await test.call(deleteSignalDraft, { params: draft }, token());
    const events = (await readAuditLog()).filter(({ target }) => target?.id === draft.id);
    expect(events.map(({ kind, details }) => [kind, details])).toEqual([
      ['signal_draft_deleted', { label: 'HUBC' }],
      ['signal_draft_saved', { label: 'HUBC', before: 'symbol: ', after: 'symbol: HUBC' }],
      ['signal_draft_saved', { label: 'No symbol' }],
    ]);
  });
});

describe('publishing a draft', () => {
  it('publishes the signal at the time of publishing and removes the draft', async () => {
    const draft = await saveNewDraft(test, sana, { symbol: 'hubc ', title: 'From a draft' });
    expect((await listPublished()).map(({ title }: { title: string }) => title)).not.toContain(
      'From a draft',
    );
    test.clock.advance(2 * MINUTE);
    const { status, body } = await publish(draft, undefined, bilal);
    expect(status).toBe(201);
    const publishedAt = test.clock.now().toISOString();
    expect(body).toMatchObject({
      symbol: 'HUBC',
      title: 'From a draft',
      entry_price: '471.00',
      target_points: ['495.00', '518.00', '540.00'],
      leverage: 1,
      version: 1,
      created_at: publishedAt,
    });
    expect((await read(draft)).status).toBe(404);
    expect((await listPublished())[0]).toMatchObject({ id: body.id, created_at: publishedAt });
    const { body: versions } = await test.call(listSignalVersions, { params: body }, token());
    expect(versions.results).toMatchObject([
      { version: 1, changed_at: publishedAt, changed_by: bilal.username, approved_by: null },
    ]);
    expect((await readAuditLog())[0]).toMatchObject({
      kind: 'signal_published',
      target: { type: 'signal', id: body.id },
      details: { label: 'HUBC' },
    });
  });

  it.each([
    [
      'an incomplete draft',
      { symbol: '', stop_loss: '', targets: ['495.00', ''] },
      {
        symbol: ['This field may not be blank.'],
        stop_loss: ['This field may not be blank.'],
        target_points: ['This field may not be blank.'],
      },
    ],
    [
      'a draft with a stop on the wrong side',
      { stop_loss: '480.00' },
      { stop_loss: ['Stop loss must be below the entry price (Rs. 471.00) for a buy order.'] },
    ],
    ['a draft with an invalid leverage', { leverage: 'two' }, { leverage: [expect.any(String)] }],
  ])('rejects %s and keeps it', async (_, overrides, errors) => {
    const draft = await saveNewDraft(test, sana, overrides);
    const { status, body } = await publish(draft);
    expect({ status, body }).toEqual({ status: 400, body: errors });
    expect((await read(draft)).body).toEqual(draft);
  });

  it('rejects warnings without a reason of the publisher, and keeps the draft', async () => {
    const draft = await saveNewDraft(test, sana, { symbol: 'QQQQ' });
    const { status, body } = await publish(draft, null);
    expect(status).toBe(409);
    expect(body.code).toBe('signal_warnings');
    expect(body.warnings.map(({ code }: { code: string }) => code)).toContain('unknown_symbol');
    expect((await read(draft)).body).toEqual(draft);
    const published = await publish(draft, 'New listing of today');
    const { body: versions } = await test.call(listSignalVersions, { params: published.body }, token());
    expect(versions.results[0].override).toMatchObject({ reason: 'New listing of today' });
  });

  it('rejects another version than the current one', async () => {
    const draft = await saveNewDraft(test, sana);
    const content = makeDraftContent({ title: 'Changed' });
    await test.call(saveSignalDraft, { params: draft, body: { ...content, expected_version: 1 } }, token());
    const { status, body } = await publish(draft);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'changed_meanwhile' });
  });

  it('publishes once if it is published several times at once', async () => {
    const draft = await saveNewDraft(test, sana, { title: 'Only once' });
    const responses = await Promise.all([publish(draft), publish(draft, undefined, bilal), publish(draft)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
    const titles = (await listPublished()).map(({ title }: { title: string }) => title);
    expect(titles.filter((title: string) => title === 'Only once')).toHaveLength(1);
  });

  it('rejects a submission, because no approval is required', async () => {
    const draft = await saveNewDraft(test, sana);
    const { status, body } = await test.call(
      submitSignalDraft,
      { params: draft, body: { expected_version: 1 } },
      token(),
    );
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        detail: 'Signals need no approval. Publish the draft instead.',
        code: 'approval_not_required',
      },
    });
  });

  it('responds with 404 for a draft that does not exist', async () => {
    expect((await publish({ id: MISSING, version: 1 } as SignalDraft)).status).toBe(404);
  });
});
