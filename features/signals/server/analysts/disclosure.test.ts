import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { readConfig } from '#core/server/config/config.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  editSignal,
  listSignalVersions,
  publishSignal,
  type SignalVersion,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  addAnalyst,
  editAnalyst,
  listAnalysts,
  removeAnalyst,
} from '#features/signals/contract/publishing/analyst-endpoints.ts';
import { DISCLOSURE_TEXTS } from '#features/signals/contract/publishing/disclosure.ts';
import { publishSignalDraft } from '#features/signals/contract/publishing/draft-endpoints.ts';
import { prepareContent } from '#prepare-content.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { forceChange } from '#tests/support/ledger/ledger.ts';
import { saveNewDraft } from '#tests/support/signals/drafts.ts';
import { makeSignalBody } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let token: string;
beforeAll(async () => {
  // In session, so that intraday signals are beyond doubt.
  test.clock.set('2026-11-23T05:42:00Z');
  token = (await signInAdministrator(test)).access;
});

type Body = EndpointInput<typeof publishSignal>['body'];

/** The request of a client that knows the fields, and discloses nothing. */
const UNDISCLOSED: Partial<Body> = { rationale: '', disclosures: [], analyst_name: '' };
const DISCLOSED = {
  rationale: '  A higher low.\r\n\r\n\r\nVolume rises. ',
  disclosures: ['firm_relation', 'analyst_position'],
} satisfies Partial<Body>;
const AYESHA = {
  name: 'Ayesha Khan',
  registration: 'RA-0117',
  valid_from: '2024-07-01',
  valid_until: '2026-12-31',
  is_active: true,
};

/** Sends a signal whose levels are beyond doubt, without a reason. */
const send = (fields: Partial<Body>) =>
  test.call(
    publishSignal,
    { body: { ...makeSignalBody({ signal_type: 'swing', ...fields }), override_reason: undefined } },
    { token },
  );
const getCodes = (body: { warnings: { code: string }[] }) => body.warnings.map(({ code }) => code);

describe('an analyst of the list', () => {
  const change = (id: string, changes: Partial<typeof AYESHA>) =>
    test.call(editAnalyst, { params: { id }, body: { ...AYESHA, ...changes } }, { token });

  it('is added, changed, listed in the order of the additions, and removed', async () => {
    const { status, body: added } = await test.call(addAnalyst, { body: AYESHA }, { token });
    expect([status, added]).toEqual([201, { id: added.id, ...AYESHA }]);
    test.clock.advance(1);
    const body = { ...AYESHA, name: 'Aamir Shah', registration: null };
    const { body: second } = await test.call(addAnalyst, { body }, { token });
    expect((await change(added.id, { is_active: false })).body).toEqual({ ...added, is_active: false });
    const { body: list } = await test.call(listAnalysts, {}, { token });
    expect(list).toEqual({
      results: [{ ...added, is_active: false }, second],
      is_disclosure_required: false,
    });
    for (const { id } of [added, second])
      expect((await test.call(removeAnalyst, { params: { id } }, { token })).status).toBe(204);
    expect((await change(added.id, {})).status).toBe(404);
    expect((await test.call(removeAnalyst, { params: added }, { token })).status).toBe(404);
  });

  it.each([
    ['the last day before the first', { valid_until: '2024-06-30' }, 'valid_until'],
    ['a blank name', { name: ' ' }, 'name'],
    ['the name and number of another one', {}, 'registration'],
  ])('cannot have %s', async (_, changes, field) => {
    const { body: added } = await test.call(addAnalyst, { body: AYESHA }, { token });
    const { status, body } = await test.call(addAnalyst, { body: { ...AYESHA, ...changes } }, { token });
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
    await test.call(removeAnalyst, { params: added }, { token });
  });

  it('is not shown to customers', async () => {
    const { access } = await signUpCustomer(test);
    for (const token of [undefined, access])
      expect((await test.call(listAnalysts, {}, { token })).status).toBe(token ? 403 : 401);
  });

  it('is that of the settings at the start, while the list is empty', async () => {
    const read = async () => (await test.call(listAnalysts, {}, { token })).body.results;
    for (const name of ['Bilal Raza', 'Another']) {
      const settings = { ANALYST_NAME: name, ANALYST_REGISTRATION: 'RA-0142', ADMIN_PASSWORD: '' };
      await prepareContent(test.database, { ...readConfig(settings), mode: 'production' }, test.clock.now());
    }
    const [first, ...others] = await read();
    expect([first, others]).toMatchObject([
      { name: 'Bilal Raza', registration: 'RA-0142', is_active: true },
      [],
    ]);
    await test.call(removeAnalyst, { params: first }, { token });
  });
});

describe('a signal', () => {
  let analyst: { id: string };
  beforeAll(async () => {
    analyst = (await test.call(addAnalyst, { body: AYESHA }, { token })).body;
  });

  it('with the six fields of the specification is published without a warning, under the first analyst', async () => {
    const { status, body } = await send({});
    expect([status, body]).toMatchObject([
      201,
      {
        analyst_name: 'Ayesha Khan',
        analyst_registration: 'RA-0117',
        rationale: null,
        disclosures: null,
        horizon_days: 60,
      },
    ]);
  });

  it('that discloses nothing needs a reason, which its history keeps', async () => {
    const { status, body } = await send(UNDISCLOSED);
    expect([status, getCodes(body)]).toEqual([409, ['rationale_missing', 'disclosure_missing']]);
    const given = makeSignalBody({ ...UNDISCLOSED, signal_type: 'swing' });
    const { body: published } = await test.call(publishSignal, { body: given }, { token });
    const { body: history } = await test.call(listSignalVersions, { params: published }, { token });
    expect(getCodes(history.results[0].override)).toEqual(['rationale_missing', 'disclosure_missing']);
  });

  it('shows everything that it discloses, cleaned, and as it was published after the list has changed', async () => {
    const { body: published } = await send({ ...DISCLOSED, signal_type: 'intraday' });
    const renamed = { ...AYESHA, name: 'Ayesha K.', registration: 'RA-9' };
    await test.call(editAnalyst, { params: analyst, body: renamed }, { token });
    const { body: list } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
    expect(list.results.find(({ id }: { id: string }) => id === published.id)).toMatchObject({
      analyst_name: 'Ayesha Khan',
      analyst_registration: 'RA-0117',
      rationale: 'A higher low.\n\nVolume rises.',
      disclosures: ['analyst_position', 'firm_relation'],
      disclosure_text: `Analyst Ayesha Khan, registration RA-0117\nHorizon 1 trading day\n${DISCLOSURE_TEXTS.analyst_position} ${DISCLOSURE_TEXTS.firm_relation}`,
      horizon_days: 1,
    });
    const unlisted = await send({ ...DISCLOSED, analyst_name: 'Ayesha Khan' });
    expect([unlisted.status, getCodes(unlisted.body)]).toEqual([409, ['analyst_unlisted']]);
    await test.call(editAnalyst, { params: analyst, body: AYESHA }, { token });
  });

  it('of an analyst whose registration has expired needs a reason', async () => {
    const expired = { ...AYESHA, valid_until: '2026-11-20' };
    await test.call(editAnalyst, { params: analyst, body: expired }, { token });
    const named = await send({ ...DISCLOSED, analyst_name: AYESHA.name });
    expect([named.status, getCodes(named.body)]).toEqual([409, ['registration_invalid']]);
    expect(getCodes((await send({ ...DISCLOSED })).body)).toEqual(['registration_invalid']);
    await test.call(editAnalyst, { params: analyst, body: AYESHA }, { token });
  });

  it('is checked as a draft too', async () => {
    const draft = await saveNewDraft(
      test,
      { access: token },
      { signal_type: 'swing', rationale: '', disclosures: ['none'] },
    );
    const request = { params: { id: draft.id }, body: { expected_version: draft.version } };
    const { status, body } = await test.call(publishSignalDraft, request, { token });
    expect([status, getCodes(body)]).toEqual([409, ['rationale_missing']]);
  });

  it.each<[string, Partial<Body>, string]>([
    ['“No position” next to a position', { disclosures: ['none', 'firm_position'] }, 'disclosures'],
    ['another disclosure', { disclosures: ['other' as 'none'] }, 'disclosures'],
    ['a rationale that is too long', { rationale: 'x'.repeat(2001) }, 'rationale'],
    ['a rationale of too many lines', { rationale: 'x\n'.repeat(41) }, 'rationale'],
    ['a horizon of another type', { horizon_days: 250 }, 'horizon_days'],
  ])('cannot have %s', async (_, fields, field) => {
    const { status, body } = await send({ ...DISCLOSED, ...fields });
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
  });
});

describe('with SIGNAL_DISCLOSURE=required, a signal', () => {
  let app: Awaited<ReturnType<typeof createAppOnDatabase>>;
  beforeAll(async () => {
    // The clock of the other app is still at that time.
    test.clock.set('2026-11-21T05:42:00Z');
    token = (await signInAdministrator(test)).access;
    app = await createAppOnDatabase(test.database, { SIGNAL_DISCLOSURE: 'required' });
  });
  afterAll(() => app.close());

  const publish = async (fields: Partial<Body>) => {
    const headers = { authorization: `Bearer ${token}` };
    const payload = makeSignalBody({ signal_type: 'swing', ...fields });
    const response = await app.inject({ method: 'POST', url: '/api/admin/signals/', headers, payload });
    return { status: response.statusCode, body: response.json() };
  };

  it('is rejected at the fields that are missing, whatever its reason', async () => {
    for (const fields of [{}, UNDISCLOSED]) {
      const { status, body } = await publish(fields);
      expect([status, body]).toEqual([
        400,
        {
          rationale: ['The signal has no rationale.'],
          disclosures: ['The signal does not state holdings and conflicts of interest.'],
        },
      ]);
    }
    expect(await publish({ ...DISCLOSED, analyst_name: 'Umar Farooq' })).toEqual({
      status: 400,
      body: { analyst_name: ['Umar Farooq is not in the list of analysts.'] },
    });
  });

  it('is published with all of them, and cannot lose them', async () => {
    const { status, body: published } = await publish(DISCLOSED);
    expect(status).toBe(201);
    const response = await app.inject({
      method: 'PATCH',
      url: `/api/admin/signals/${published.id}/`,
      headers: { authorization: `Bearer ${token}` },
      payload: { rationale: '', override_reason: 'Made for a test' },
    });
    expect([response.statusCode, Object.keys(response.json())]).toEqual([400, ['rationale']]);
  });
});

it('of an earlier release, a signal shows the analyst of the settings and discloses nothing', async () => {
  const { body: published } = await test.call(publishSignal, { body: makeSignalBody() }, { token });
  await forceChange(
    test,
    `update signals set analyst_name = null, analyst_registration = null, horizon_days = null where id = '${published.id}';
     update signal_versions set signal = (signal - '{rationale,disclosures,horizon_days}'::text[]) || '{"analyst_name":null}'
       where signal_id = '${published.id}'`,
  );
  const app = await createAppOnDatabase(test.database, { ANALYST_NAME: 'Bilal Raza' });
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => (await app.inject({ url: `/api/${path}`, headers })).json();
  const { report } = await read(`signals/psx-signals/${published.id}/`);
  expect(report.signal).toMatchObject({
    analyst_name: 'Bilal Raza',
    rationale: null,
    disclosures: null,
    horizon_days: null,
    disclosure_text: 'Analyst Bilal Raza',
  });
  const { results } = await read(`admin/signals/${published.id}/versions/`);
  expect(results).toMatchObject([{ signal: { rationale: null, disclosures: null, horizon_days: null } }]);
  await app.close();
});

it('a signal that a server of an earlier release edits during an upgrade loses nothing in its history', async () => {
  const given = makeSignalBody({ ...DISCLOSED, signal_type: 'intraday' });
  const { body: published } = await test.call(publishSignal, { body: given }, { token });
  const params = { id: published.id };
  const edit = (body: object) => test.call(editSignal, { params, body }, { token });
  await edit({ risk_type: 'high' });
  await forceChange(
    test,
    `update signal_versions set signal = signal - '{rationale,disclosures,horizon_days}'::text[]
       where signal_id = '${published.id}' and version = 2`,
  );
  await edit({ risk_type: 'low' });
  const { body } = await test.request({ url: `/api/signals/psx-signals/${published.id}/` });
  const changed = JSON.parse(body).report.timeline.filter(({ kind }: { kind: string }) => kind === 'changed');
  expect(changed.map(({ field }: { field: string }) => field)).toEqual(['risk_type', 'risk_type']);
  const { body: history } = await test.call(listSignalVersions, { params }, { token });
  expect(history.results.map((version: SignalVersion) => version.signal.rationale)).toEqual(
    Array(3).fill(published.rationale),
  );
});

it('a signal with codes that only a later release knows is shown', async () => {
  const { body: published } = await test.call(
    publishSignal,
    { body: makeSignalBody({ ...UNDISCLOSED, signal_type: 'intraday' }) },
    { token },
  );
  await forceChange(
    test,
    `update signals set disclosures = '{later_code}' where id = '${published.id}';
     update signal_versions set signal = jsonb_set(signal, '{disclosures}', '["later_code"]'),
       overridden_warnings = '[{"code":"later_warning","field":"symbol","message":"Later."}]'
       where signal_id = '${published.id}'`,
  );
  const list = await test.request({ url: `/api/signals/psx-signals/${published.id}/` });
  expect([list.statusCode, JSON.parse(list.body).report.signal.disclosures]).toEqual([200, ['later_code']]);
  const history = await test.call(listSignalVersions, { params: published }, { token });
  expect([history.status, getCodes(history.body.results[0].override)]).toEqual([200, ['later_warning']]);
});
