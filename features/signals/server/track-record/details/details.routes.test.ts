import nodeCrypto from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath, getSignalPicturePath } from '#core/contract/paths.ts';
import {
  createNodeCryptography,
  readSavedCopy,
  verifyBytes,
} from '#features/ledger/contract/verify-record.mjs';
import { createSigningKey, generateSigningKey } from '#features/ledger/server/ledger.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import {
  getSignalDetails,
  type SignalReport,
} from '#features/signals/contract/track-record/signal-details.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { exportRecord, rewriteChain, verifyText } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { joinSentences } from '#tests/support/pages/html.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp(
  { PREMIUM_PUBLIC_AFTER_DAYS: '7' },
  { signingKey: createSigningKey(generateSigningKey()) },
);
const LEVELS = { entry_price: '100.00', stop_loss: '95.00', target_points: ['110.00', '120.00'] };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const signIn = async () => ({ token: (await signInAdministrator(test)).access });

async function publishAt(time: string, overrides: Parameters<typeof publish>[2]) {
  test.clock.set(time);
  return publish(test, await signInAdministrator(test), { ...LEVELS, ...overrides });
}

async function editAt(time: string, id: string, body: object): Promise<void> {
  test.clock.set(time);
  const edit = { params: { id }, body: { ...body, override_reason: 'Made for a test' } };
  expect((await test.call(editSignal, edit, await signIn())).status).toBe(200);
}

async function evaluateAt(time: string): Promise<void> {
  test.clock.set(time);
  await evaluateSignals({ ...test, releaseDays: 7 });
}

async function read(id: string): Promise<SignalReport> {
  const { status, body } = await test.call(getSignalDetails, { params: { id } });
  expect(status).toBe(200);
  expect(body.report).not.toBeNull();
  return body.report;
}

/** Returns the page as text with markup, without the comments that React puts between texts. */
const readPage = async (id: string) => joinSentences((await test.request(getSignalPath(id))).body);

const listKinds = ({ timeline }: SignalReport) => timeline.map(({ kind }) => kind);

describe('a signal that does not exist', () => {
  it.each([
    ['an unknown ID', UNKNOWN],
    ['an invalid ID', 'nothing'],
  ])('a signal that does not exist is 404 for %s: in the API, as a page and as a picture', async (_, id) => {
    expect((await test.call(getSignalDetails, { params: { id } })).status).toBe(404);
    expect((await test.request(getSignalPicturePath(id))).statusCode).toBe(404);
    const { statusCode, body } = await test.request(getSignalPath(id));
    expect(statusCode).toBe(404);
    expect(body).toContain('Page not found');
    expect(body).toContain('name="robots" content="noindex"');
  });
});

describe('the receipt of a signal', () => {
  const cryptography = createNodeCryptography(nodeCrypto);
  const compare = async (receipt: unknown) => {
    const { saved, problem } = await readSavedCopy(Buffer.from(JSON.stringify(receipt)), { cryptography });
    return {
      problem,
      report: await verifyBytes([Buffer.from(await exportRecord(test))], {
        cryptography,
        saved,
        now: Date.UTC(2100, 0),
      }),
    };
  };

  it('the receipt of a signal has the head that was signed with the publication, and is part of the record', async () => {
    const { id } = await publishAt('2026-10-01T06:00:00Z', {});
    await publishAt('2026-10-01T06:00:00Z', {});
    const { receipt } = await read(id);
    expect(receipt).toMatchObject({
      entry: { kind: 'signal.published', payload: { signal: { id, entry_price: '100.00' } } },
      head: { sequence: receipt?.entry.sequence, hash: receipt?.entry.hash, key: expect.any(String) },
    });
    expect(await compare(receipt)).toMatchObject({ problem: null, report: { isValid: true, compared: 2 } });
    const page = await readPage(id);
    for (const text of ['Save the receipt', receipt?.entry.hash, receipt?.head?.key])
      expect(page).toContain(text);
  });

  it('shows that the record was written again, also if everything in it is signed and valid', async () => {
    const { id } = await publishAt('2026-10-01T07:00:00Z', {});
    const { receipt } = await read(id);
    await rewriteChain(test, (payload) => payload.replaceAll('"100.00"', '"101.00"'));
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true });
    const { report } = await compare(receipt);
    expect(report.problem?.message).toContain('the record was rewritten');
  });
});

describe('a swing signal whose result is public', () => {
  let id: string;

  beforeAll(async () => {
    // Published before the session of Monday.
    ({ id } = await publishAt('2026-10-05T03:00:00Z', { symbol: 'OGDC', signal_type: 'swing' }));
    await storeBars(test, 'OGDC', {
      '2026-10-02': [104, 105, 103, 104],
      '2026-10-05': [102, 103, 99, 101],
      '2026-10-06': [101, 111, 100, 110],
      '2026-10-07': [110, 112, 108, 111],
    });
    await editAt('2026-10-07T12:00:00Z', id, { stop_loss: '100.00' });
    await storeBars(test, 'OGDC', {
      '2026-10-08': [111, 112, 109, 110],
      '2026-10-09': [105, 106, 99, 100],
    });
    await evaluateAt('2026-10-09T15:00:00Z');
    await editAt('2026-10-10T06:00:00Z', id, { call_status: 'closed' });
    test.clock.set('2026-10-20T06:00:00Z');
  });

  it('a swing signal whose result is public has the outcome with its explanation, in rupees', async () => {
    const { evaluations, decision, mark } = await read(id);
    expect(decision).toBeNull();
    expect(mark).toBeNull();
    expect(evaluations).toHaveLength(1);
    expect(evaluations[0]).toMatchObject({
      sequence: 1,
      state: 'closed',
      reason: 'breakeven',
      fill_date: '2026-10-05',
      fill_price: '100.00',
      r_multiple: '1.0000',
      ended_on: '2026-10-09',
      exits: [
        { date: '2026-10-06', price: '110.00', parts: 1, reason: 'target' },
        { date: '2026-10-09', price: '100.00', parts: 1, reason: 'breakeven' },
      ],
    });
    expect(evaluations[0]?.steps).toContainEqual({
      code: 'filled',
      date: '2026-10-05',
      price: '100.00',
      at: 'entry',
    });
    expect(evaluations[0]?.steps.map(({ code }) => code)).toEqual([
      'published',
      'filled',
      'target_hit',
      'held',
      'stop_moved',
      'held',
      'stop_hit',
    ]);
  });

  it('a swing signal whose result is public has a timeline of versions and of what prices show, in order', async () => {
    const { timeline } = await read(id);
    expect(timeline.map(({ kind, date, at }) => [kind, date, at !== null])).toEqual([
      ['published', '2026-10-05', true],
      ['filled', '2026-10-05', false],
      ['target_hit', '2026-10-06', false],
      ['changed', '2026-10-07', true],
      ['stop_hit', '2026-10-09', false],
      ['closed', '2026-10-10', true],
    ]);
    expect(timeline[3]).toMatchObject({ field: 'stop_loss', from: '95.00', to: '100.00' });
  });

  it('a signal whose result is public names no administrator', async () => {
    const { body } = await test.request(`/api/signals/psx-signals/${id}/`);
    expect(body).not.toMatch(/changed_by|decided_by|Administrator/);
  });

  it('a swing signal whose result is public has one stored response, whatever the spelling of its ID', async () => {
    const url = (spelling: string) => `/api/signals/psx-signals/${spelling}/`;
    const { headers } = await test.request(url(id));
    const { rendered } = test.app.responseCache.counters;
    const other = await test.request(url(id.toUpperCase()));
    expect(other.json()).toMatchObject({ id });
    expect(other.headers.etag).toBe(headers.etag);
    expect(test.app.responseCache.counters.rendered).toBe(rendered);
  });

  it('a swing signal whose result is public has a page that can be shared, and works without scripts', async () => {
    const { statusCode, headers } = await test.request(getSignalPath(id));
    const body = await readPage(id);
    expect(statusCode).toBe(200);
    expect(headers.etag).toBeDefined();
    for (const text of [
      'Stopped at the entry price',
      'TP1 hit at Rs. 110.00',
      'Stop loss moved from Rs. 95.00 to Rs. 100.00',
      'Entry filled at the entry price, Rs. 100.00.',
      'Prices as a table',
      '"@type":"BreadcrumbList"',
      `property="og:image" content="https://tezi.test${getSignalPicturePath(id)}"`,
      `rel="canonical" href="https://tezi.test${getSignalPath(id)}"`,
    ])
      expect(body).toContain(text);
    expect(body).not.toContain('noindex');
    expect((await test.request(getSignalPath(id.toUpperCase()))).headers.location).toBe(getSignalPath(id));
  });

  it('a swing signal whose result is public has a picture, which is cached', async () => {
    const { statusCode, headers, rawPayload } = await test.request(getSignalPicturePath(id));
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('image/png');
    // The size is in the header of the file.
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
    const conditional = { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' };
    const { rendered } = test.app.responseCache.counters;
    const again = await test.request({ url: getSignalPicturePath(id), headers: conditional });
    expect(again.statusCode).toBe(304);
    expect(test.app.responseCache.counters.rendered).toBe(rendered);
  });

  it('shows the public a later change only after the delay, because subscribers may still follow the signal', async () => {
    await editAt('2026-10-20T07:00:00Z', id, { title: 'QXLATEQX', call_status: 'in_progress' });
    expect(JSON.stringify(await read(id))).not.toContain('QXLATEQX');
    expect((await read(id)).signal.call_status).toBe('closed');
    expect(listKinds(await read(id))).not.toContain('reopened');
    const entitled = await test.call(getSignalDetails, { params: { id } }, await signIn());
    expect(entitled.body.report.signal.title).toBe('QXLATEQX');
    test.clock.set('2026-10-27T07:00:00Z');
    test.database.changes.emit('clock');
    test.database.changes.emit('signals');
    expect((await read(id)).signal.title).toBe('QXLATEQX');
    expect(listKinds(await read(id))).toContain('reopened');
  });

  it('keeps an evaluation that corrected prices replaced', async () => {
    await storeBars(test, 'OGDC', { '2026-10-06': [101, 109, 94, 95] });
    await evaluateAt('2026-10-28T15:00:00Z');
    const report = await read(id);
    expect(
      report.evaluations.map(({ sequence, reason, r_multiple }) => [sequence, reason, r_multiple]),
    ).toEqual([
      [2, 'stop', '-1.0000'],
      [1, 'breakeven', '1.0000'],
    ]);
    expect(listKinds(report).at(-1)).toBe('reevaluated');
    expect(await readPage(id)).toContain('Replaced evaluation');
  });
});

it('says until when prices were evaluated while a signal waits for its entry, also if nothing happens', async () => {
  const { id } = await publishAt('2026-11-12T03:00:00Z', {
    symbol: 'FFC',
    signal_type: 'swing',
    entry_price: '100.00',
  });
  const readEvaluations = async () => {
    const { body } = await test.call(getSignalDetails, { params: { id } }, await signIn());
    const { evaluations }: SignalReport = body.report;
    return evaluations.map(({ sequence, state, prices_until }) => [sequence, state, prices_until]);
  };
  await storeBars(test, 'FFC', { '2026-11-11': [104, 105, 103, 104], '2026-11-12': [104, 105, 103, 104] });
  await evaluateAt('2026-11-12T15:00:00Z');
  expect(await readEvaluations()).toEqual([[1, 'pending', '2026-11-12']]);
  await storeBars(test, 'FFC', { '2026-11-13': [104, 105, 103, 104] });
  await evaluateAt('2026-11-13T15:00:00Z');
  expect(await readEvaluations()).toEqual([[1, 'pending', '2026-11-13']]);
});

describe('an intraday signal', () => {
  it('shows decisions with their reasons, and the evaluated result when one is withdrawn', async () => {
    const { id } = await publishAt('2026-11-02T03:00:00Z', { symbol: 'PPL' });
    await storeBars(test, 'PPL', {
      '2026-10-30': [104, 105, 103, 104],
      '2026-11-02': [102, 103, 94, 95],
    });
    await evaluateAt('2026-11-02T15:00:00Z');
    expect((await read(id)).evaluations[0]).toMatchObject({ reason: 'stop', r_multiple: '-1.0000' });
    const decide = async (body: object) =>
      expect(
        (await test.call(decideOutcome, { params: { id }, body: body as never }, await signIn())).status,
      ).toBe(201);
    await decide({ kind: 'void', reason: 'The stop had a digit too many.' });
    const voided = await read(id);
    expect(voided.decision).toMatchObject({ kind: 'void', reason: 'The stop had a digit too many.' });
    expect(await readPage(id)).toContain('The stop had a digit too many.');
    const result = { fill_price: '100.00', exit_price: '94.00', exit_date: '2026-11-02' };
    await decide({ kind: 'override', reason: 'Closed during the session.', ...result });
    const page = await readPage(id);
    expect(page).toContain('Result overridden');
    expect(page).toContain('Evaluated as: stopped');
    await decide({ kind: 'withdraw', reason: 'Decided by mistake.' });
    const withdrawn = await read(id);
    expect(withdrawn.decision).toBeNull();
    expect(listKinds(withdrawn).slice(-3)).toEqual(['void', 'override', 'withdraw']);
  });

  it('an intraday signal is shown from its publication on, and its expiry changes it without a write', async () => {
    const { id } = await publishAt('2026-11-23T05:00:00Z', { symbol: 'LUCK' });
    const open = await read(id);
    expect(open).toMatchObject({ evaluations: [], deleted_at: null, signal: { is_expired: false } });
    const page = await readPage(id);
    expect(page).toContain('of which there are none since its publication');
    expect(page).toContain('There are no prices of LUCK');
    test.clock.set('2026-11-23T12:00:00Z');
    expect(listKinds(await read(id))).toEqual(['published', 'expired']);
  });

  it('stays visible after it was deleted, but is not indexed', async () => {
    const { id } = await publishAt('2026-11-24T05:00:00Z', { symbol: 'HUBC' });
    expect((await test.request('/sitemap.xml')).body).toContain(getSignalPath(id));
    expect((await test.call(deleteSignal, { params: { id } }, await signIn())).status).toBe(204);
    expect((await read(id)).deleted_at).toBe('2026-11-24T05:00:00.000Z');
    const { statusCode, body } = await test.request(getSignalPath(id));
    expect(statusCode).toBe(200);
    expect(body).toContain('This signal was deleted on');
    expect(body).toContain('noindex');
    expect((await test.request(getSignalPicturePath(id))).statusCode).toBe(200);
  });
});
