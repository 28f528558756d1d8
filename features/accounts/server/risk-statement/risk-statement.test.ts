import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { removeOldSecurityEvents } from '#core/server/platform/security-events/security-events.queries.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import {
  acceptRiskStatement,
  RISK_STATEMENT_VERSION,
  readRiskAcceptance,
} from '#features/accounts/contract/risk-statement.ts';
import { findUserByEmail } from '#features/accounts/server/accounts.queries.ts';
import { readCustomer } from '#features/billing/contract/admin-endpoints.ts';
import { listPsxSignals, listSignalChoices } from '#features/signals/contract/endpoints.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { listen, openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { publish } from '#tests/support/signals/signals.ts';

const test = useGoogleApp({ REGISTRATION_TRIAL_DAYS: '14' });
const newEvents = trackSecurityEvents(test);
const VERSION = RISK_STATEMENT_VERSION;

const accept = (token: string, body: { version?: number; place?: 'prompt' | 'premium' } = {}) =>
  test.call(acceptRiskStatement, { body: { version: VERSION, place: 'prompt', ...body } }, { token });
const readState = async (token: string) => (await test.call(readRiskAcceptance, {}, { token })).body;

/** Signs up with Google. The trial gives premium access. */
async function signUpWithGoogle(): Promise<{ access: string; id: string }> {
  const { body } = await new GoogleBrowser(test).signIn(makeGoogleAccount());
  const user = await findUserByEmail(test.database.db, body.user.email);
  return { access: body.tokens.access, id: user?.id ?? '' };
}

/** Makes what every customer has accepted an older version, as a release with a new version does. */
const replaceVersion = () => test.database.pool.query('update risk_acceptances set version = version - 10');

describe('accepting the risk statement', () => {
  it('is recorded at sign-up, with version, time and place', async () => {
    await newEvents();
    const { access, email } = await signUpCustomer(test);
    const acceptance = { version: VERSION, accepted_at: test.clock.now().toISOString(), place: 'sign_up' };
    expect(await readState(access)).toEqual({ version: VERSION, acceptance });
    const user = await findUserByEmail(test.database.db, email);
    expect((await newEvents()).find(({ kind }) => kind === 'risk_statement_accepted')).toMatchObject({
      accountKind: 'customer',
      accountId: user?.id,
      clientIp: '127.0.0.1',
      details: { version: VERSION, place: 'sign_up' },
    });
  });

  it('is asked once of a customer who signs up with Google', async () => {
    const { access, id } = await signUpWithGoogle();
    expect(await readState(access)).toEqual({ version: VERSION, acceptance: null });
    await newEvents();
    const first = await accept(access);
    expect(first.body.acceptance).toMatchObject({ version: VERSION, place: 'prompt' });
    test.clock.advance(1_000);
    expect((await accept(access, { place: 'premium' })).body).toEqual(first.body);
    expect(await newEvents()).toMatchObject([{ kind: 'risk_statement_accepted', accountId: id }]);
  });

  it('is rejected for a version that is not the current one', async () => {
    const { access } = await signUpWithGoogle();
    expect(await accept(access, { version: VERSION - 1 })).toMatchObject({
      status: 409,
      body: { code: 'risk_statement_changed' },
    });
    expect((await readState(access)).acceptance).toBeNull();
  });

  it('is in the export of the customer and in the view of administrators, with earlier versions', async () => {
    const { access, id } = await signUpWithGoogle();
    await accept(access);
    await replaceVersion();
    await accept(access, { place: 'premium' });
    const acceptances = [
      { version: VERSION - 10, place: 'prompt' },
      { version: VERSION, place: 'premium' },
    ];
    const exported = await test.call(exportAccount, {}, { token: access });
    expect(exported.body.risk_acceptances).toMatchObject(acceptances);
    const { access: token } = await signInAdministrator(test);
    const seen = await test.call(readCustomer, { params: { id } }, { token });
    expect(seen.body.risk_acceptances).toEqual(exported.body.risk_acceptances);
  });
});

describe('premium signals', () => {
  let port: number;
  let signalId: string;
  beforeAll(async () => {
    port = await listen(test.app);
    const admin = await signInAdministrator(test);
    signalId = (await publish(test, admin, { signal_type: 'swing' })).id;
    await evaluateSignals({ ...test, releaseDays: 7 });
  });

  const readSignals = async (token: string) => {
    const query = { signal_type: 'swing' } as const;
    const { body: list } = await test.call(listPsxSignals, { query }, { token });
    const { body: choices } = await test.call(listSignalChoices, { query }, { token });
    const { body: details } = await test.call(getSignalDetails, { params: { id: signalId } }, { token });
    const stream = await openStreamClient(port, { token, query: '?signal_type=swing' });
    stream.disconnect();
    return { list, choices, details, stream: stream.status };
  };
  const WITHHELD = {
    list: {
      count: 0,
      results: [],
      has_subscription: true,
      risk_statement_required: true,
      last_event_id: null,
    },
    choices: { sectors: [], symbols: [] },
    details: { report: null, risk_statement_required: true },
    stream: 403,
  };
  const SHOWN = {
    list: { count: 1, has_subscription: true, risk_statement_required: false },
    choices: { symbols: [expect.any(String)] },
    details: { report: { signal: { signal_type: 'swing' } }, risk_statement_required: false },
    stream: 200,
  };

  it('are shown to a subscriber once the statement is accepted, and again after a new version is', async () => {
    const { access } = await signUpWithGoogle();
    expect(await readSignals(access)).toMatchObject(WITHHELD);
    await accept(access, { place: 'premium' });
    expect(await readSignals(access)).toMatchObject(SHOWN);
    await replaceVersion();
    expect(await readSignals(access)).toMatchObject(WITHHELD);
    await accept(access);
    expect(await readSignals(access)).toMatchObject(SHOWN);
  });

  it('are not on a stream that was opened before a new version of the statement', async () => {
    const { access } = await signUpWithGoogle();
    const reader = await signUpWithGoogle();
    await accept(access);
    await accept(reader.access);
    const streams = [
      await openStreamClient(port, { token: access, query: '?signal_type=swing' }),
      await openStreamClient(port, { token: reader.access, query: '?signal_type=swing' }),
    ] as const;
    await replaceVersion();
    await accept(reader.access);
    await publish(test, await signInAdministrator(test), { signal_type: 'swing' });
    await streams[1].waitFor('created');
    await streams[0].waitUntilClosed();
    expect(streams[0].events.filter(({ event }) => event === 'created')).toEqual([]);
    for (const stream of streams) stream.disconnect();
  });

  it('do not stop a customer who has not accepted the statement from reading free signals', async () => {
    const { access } = await signUpWithGoogle();
    const query = { signal_type: 'intraday' } as const;
    const { body } = await test.call(listPsxSignals, { query }, { token: access });
    expect(body).toMatchObject({ has_subscription: true, risk_statement_required: false });
    const stream = await openStreamClient(port, { token: access });
    expect(stream.status).toBe(200);
    stream.disconnect();
  });
});

it('keeps the acceptance of a deleted customer for five years, without IP address, device and session', async () => {
  const { access, email, password } = await signUpCustomer(test);
  const id = (await findUserByEmail(test.database.db, email))?.id;
  await test.call(deleteAccount, { body: { password } }, { token: access });
  expect((await test.call(readRiskAcceptance, {}, { token: access })).status).toBe(401);
  const remaining = async (days: number) => {
    test.clock.advance(days * DAY);
    await test.database.transaction((tx) =>
      removeOldSecurityEvents(tx, { retentionDays: 180, now: test.clock.now() }),
    );
    const { rows } = await test.database.pool.query(
      'select kind, client_ip, device, session_id, details from security_events where account_id = $1',
      [id],
    );
    return rows;
  };
  expect((await remaining(30)).map(({ kind }) => kind)).toContain('account_deleted');
  const kept = {
    kind: 'risk_statement_accepted',
    client_ip: null,
    device: null,
    session_id: null,
    details: { version: VERSION, place: 'sign_up' },
  };
  expect(await remaining(1)).toEqual([kept]);
  expect(await remaining(5 * 365 - 31)).toEqual([kept]);
  expect(await remaining(2)).toEqual([]);
});
