import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '#core/contract/accounts/security-events.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  editSignal,
  listSignalVersions,
  publishSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import { addAnalyst, removeAnalyst } from '#features/signals/contract/publishing/analyst-endpoints.ts';
import {
  deleteSignalDraft,
  listSignalDrafts,
  publishSignalDraft,
  readSignalDraft,
  returnSignalDraft,
  type SignalDraft,
  saveSignalDraft,
  submitSignalDraft,
  withdrawSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { listSignalDecisions } from '#features/signals/contract/track-record/decisions.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeDraftContent, saveNewDraft } from '#tests/support/signals/drafts.ts';
import { makeSignalBody } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ SIGNAL_APPROVAL: 'required' });

let sana: Awaited<ReturnType<typeof signInAdministrator>>;
let bilal: typeof sana;
let zara: typeof sana;
beforeAll(async () => {
  sana = await signInAdministrator(test);
  bilal = await signInAdministrator(test);
  zara = await signInAdministrator(test);
});

type Administrator = typeof sana;
const as = (admin: Administrator) => ({ token: admin.access });
const toRequest = ({ id, version }: SignalDraft) => ({
  params: { id },
  body: { expected_version: version },
});
const submit = (draft: SignalDraft, admin = sana) =>
  test.call(submitSignalDraft, toRequest(draft), as(admin));
const withdraw = (draft: SignalDraft, admin = sana) =>
  test.call(withdrawSignalDraft, toRequest(draft), as(admin));
const sendBack = ({ id, version }: SignalDraft, admin = bilal, comment = 'Check the stop') =>
  test.call(returnSignalDraft, { params: { id }, body: { expected_version: version, comment } }, as(admin));
const approve = ({ id, version }: SignalDraft, admin = bilal, reason: string | null = 'Checked again') =>
  test.call(
    publishSignalDraft,
    { params: { id }, body: { expected_version: version, ...(reason && { override_reason: reason }) } },
    as(admin),
  );
const save = ({ id, version }: SignalDraft, title: string, admin = sana) =>
  test.call(
    saveSignalDraft,
    { params: { id }, body: { ...makeDraftContent({ title }), expected_version: version } },
    as(admin),
  );
const read = async ({ id }: SignalDraft, admin = sana): Promise<SignalDraft> =>
  (await test.call(readSignalDraft, { params: { id } }, as(admin))).body;
const submitNew = async (overrides: Parameters<typeof makeDraftContent>[0] = {}): Promise<SignalDraft> =>
  (await submit(await saveNewDraft(test, sana, overrides))).body;
const listTitles = async () =>
  (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body.results.map(
    ({ title }: { title: string }) => title,
  );

describe('publishing while approval is required', () => {
  it('rejects a direct publication and says what to do', async () => {
    const { status, body } = await test.call(publishSignal, { body: makeSignalBody() }, as(sana));
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        detail:
          'Signals need the approval of another administrator. Save this one as a draft and submit it for approval.',
        code: 'approval_required',
      },
    });
    expect(await listTitles()).toEqual([]);
  });

  it('rejects the approval of a draft that is not submitted', async () => {
    const draft = await saveNewDraft(test, sana);
    const { status, body } = await approve(draft);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'draft_not_submitted' });
  });

  it('tells each administrator what they may do', async () => {
    const draft = await submitNew();
    expect(draft).toMatchObject({
      state: 'submitted',
      submitted_by: sana.username,
      submitted_at: test.clock.now().toISOString(),
      can_publish: false,
      can_withdraw: true,
    });
    expect(await read(draft, bilal)).toMatchObject({ can_publish: true, can_withdraw: false });
    const { body } = await test.call(listSignalDrafts, { query: {} }, as(bilal));
    expect(body.is_approval_required).toBe(true);
  });
});

describe('submitting a draft', () => {
  it('names the analyst who publishes it, also after the list has changed', async () => {
    const draft = await saveNewDraft(test, sana);
    const body = {
      name: 'Ayesha Khan',
      registration: 'RA-0117',
      valid_from: null,
      valid_until: null,
      is_active: true,
    };
    const { body: analyst } = await test.call(addAnalyst, { body }, as(sana));
    const { body: submitted } = await submit(draft);
    const named = { analyst_name: 'Ayesha Khan', analyst_registration: 'RA-0117' };
    expect(submitted.content).toMatchObject(named);
    await test.call(removeAnalyst, { params: analyst }, as(sana));
    expect((await approve(submitted)).body).toMatchObject(named);
  });

  it('rejects a draft that could not be published', async () => {
    const draft = await saveNewDraft(test, sana, { stop_loss: '' });
    const { status, body } = await submit(draft);
    expect({ status, body }).toEqual({
      status: 400,
      body: { stop_loss: ['This field may not be blank.'] },
    });
    expect((await read(draft)).state).toBe('draft');
  });

  it('rejects a draft with warnings and without a reason', async () => {
    const draft = await saveNewDraft(test, sana, { symbol: 'QQQQ', override_reason: '' });
    const { status, body } = await submit(draft);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'signal_warnings' });
  });

  it('rejects another version than the current one', async () => {
    const draft = await saveNewDraft(test, sana);
    await save(draft, 'Changed', zara);
    const { status, body } = await submit(draft);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'changed_meanwhile' });
  });

  it('rejects a second submission, changes and the deletion', async () => {
    const draft = await submitNew();
    const rejected = [
      await submit(draft, zara),
      await save(draft, 'Changed'),
      await test.call(deleteSignalDraft, { params: draft }, as(sana)),
    ];
    for (const { status, body } of rejected)
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'draft_submitted' });
    expect(await read(draft)).toEqual(draft);
  });
});

describe('approving a submitted draft', () => {
  it('voids the signal that it replaces, by decision of the approver', async () => {
    const { body: old } = await approve(await submitNew());
    const listDecisions = async () =>
      (await test.call(listSignalDecisions, { params: old }, as(sana))).body.results;
    const reason = 'Published with the wrong entry price.';
    const draft = await submitNew({ replaces_id: old.id, void_reason: reason });
    expect(await listDecisions()).toEqual([]);
    expect((await approve(draft)).status).toBe(201);
    expect(await listDecisions()).toMatchObject([{ kind: 'void', reason, decided_by: bilal.username }]);
  });

  it('publishes the signal of its author and records who approved it', async () => {
    const draft = await submitNew({ title: 'Approved' });
    test.clock.advance(MINUTE);
    const { status, body } = await approve(draft);
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'Approved', created_at: test.clock.now().toISOString() });
    expect(await listTitles()).toContain('Approved');
    const { body: versions } = await test.call(listSignalVersions, { params: body }, as(sana));
    expect(versions.results).toMatchObject([
      { action: 'added', changed_by: sana.username, approved_by: bilal.username },
    ]);
    const { body: log } = await test.call(listAuditLog, { query: {} }, as(sana));
    expect(log.results[0]).toMatchObject({
      kind: 'signal_approved',
      account: { name: bilal.username },
      target: { type: 'signal', id: body.id },
      details: { label: 'LUCK', submitted_by: sana.username },
    });
  });

  it('rejects the administrator who submitted it', async () => {
    const draft = await submitNew({ title: 'Own' });
    const { status, body } = await approve(draft, sana);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'own_approval' });
    expect(await listTitles()).not.toContain('Own');
  });

  it('rejects the administrator who wrote it, also if another one submitted it', async () => {
    const draft = await saveNewDraft(test, sana);
    const submitted = (await submit(draft, bilal)).body;
    expect((await approve(submitted, sana)).body.code).toBe('own_approval');
    expect((await approve(submitted, bilal)).body.code).toBe('own_approval');
    expect((await approve(submitted, zara)).status).toBe(201);
  });

  it('rejects the administrator who wrote it, also if another one saved it unchanged', async () => {
    const draft = await saveNewDraft(test, sana);
    const { content, version } = draft;
    const body = { ...content, expected_version: version };
    const saved = await test.call(saveSignalDraft, { params: draft, body }, as(bilal));
    expect(saved.body).toEqual(draft);
    const submitted = (await submit(saved.body, bilal)).body;
    expect((await approve(submitted, sana)).body.code).toBe('own_approval');
  });

  it('rejects the administrator who wrote it, also if another one saved it with blanks for what was missing', async () => {
    const draft = await saveNewDraft(test, sana);
    const blank = { rationale: '', disclosures: [], horizon_days: '' };
    const body = { ...draft.content, ...blank, expected_version: draft.version };
    const saved = await test.call(saveSignalDraft, { params: draft, body }, as(bilal));
    expect(saved.body).toEqual(draft);
  });

  it('rejects a draft that was changed after the approver opened it', async () => {
    const opened = await submitNew({ title: 'First' });
    const withdrawn = (await withdraw(opened)).body;
    const changed = (await save(withdrawn, 'Second')).body;
    const resubmitted = (await submit(changed)).body;
    const { status, body } = await approve(opened);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'changed_meanwhile' });
    expect((await approve(resubmitted)).body).toMatchObject({ title: 'Second' });
  });

  it('publishes once if two administrators approve it at once', async () => {
    const draft = await submitNew({ title: 'Twice' });
    const responses = await Promise.all([approve(draft, bilal), approve(draft, zara)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect((await listTitles()).filter((title: string) => title === 'Twice')).toHaveLength(1);
  });

  it('either publishes or sends back if both happen at once', async () => {
    const draft = await submitNew();
    const responses = await Promise.all([approve(draft, bilal), sendBack(draft, zara)]);
    const [approval, returned] = responses.map(({ status }) => status);
    expect([
      [201, 404],
      [409, 200],
    ]).toContainEqual([approval, returned]);
  });

  it('checks the warnings again: the reason of the author does not count', async () => {
    const draft = await submitNew({ symbol: 'QQQQ' });
    const { status, body } = await approve(draft, bilal, null);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'signal_warnings' });
    expect((await read(draft)).state).toBe('submitted');
    expect((await approve(draft, bilal, 'A new listing')).status).toBe(201);
  });

  it('leaves changes of published signals to each administrator', async () => {
    const { body: signal } = await approve(await submitNew());
    const patch = { call_status: 'closed' } as const;
    expect((await test.call(editSignal, { params: signal, body: patch }, as(sana))).status).toBe(200);
  });
});

describe('withdrawing and sending back', () => {
  it('lets the author withdraw a submission', async () => {
    const draft = await submitNew();
    expect((await withdraw(draft, bilal)).body.code).toBe('not_submitter');
    const { status, body } = await withdraw(draft);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'draft', submitted_by: null, can_withdraw: false, version: 3 });
    expect((await withdraw(body)).body.code).toBe('draft_not_submitted');
  });

  it('lets another administrator send it back with a comment, which the next submission removes', async () => {
    const draft = await submitNew();
    expect((await sendBack(draft, sana)).body.code).toBe('own_submission');
    expect((await sendBack(draft, bilal, ' ')).status).toBe(400);
    const { status, body } = await sendBack(draft);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'returned',
      submitted_at: null,
      returned: {
        at: test.clock.now().toISOString(),
        by: bilal.username,
        comment: 'Check the stop',
      },
    });
    const saved = (await save(body, 'Better')).body;
    expect(saved.state).toBe('returned');
    expect((await submit(saved)).body).toMatchObject({ state: 'submitted', returned: null });
  });

  it('records each step in the audit log', async () => {
    const draft = await submitNew();
    const returned = (await sendBack(draft)).body;
    await withdraw((await submit(returned)).body);
    const { body } = await test.call(listAuditLog, { query: {} }, as(sana));
    const events = body.results.filter(({ target }: { target: { id: string } }) => target?.id === draft.id);
    expect(
      events.map(({ kind, account }: { kind: string; account: { name: string } }) => [kind, account.name]),
    ).toEqual([
      ['signal_draft_withdrawn', sana.username],
      ['signal_draft_submitted', sana.username],
      ['signal_draft_returned', bilal.username],
      ['signal_draft_submitted', sana.username],
      ['signal_draft_saved', sana.username],
    ]);
  });
});
