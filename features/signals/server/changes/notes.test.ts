import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { createFeedLink } from '#features/accounts/contract/feed-links.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { MAX_NOTES } from '#features/signals/contract/optional-fields.ts';
import { editSignal, listSignalVersions } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { SignalPatch } from '#features/signals/contract/publishing/signal-body.ts';
import {
  getSignalDetails,
  type SignalDetails,
} from '#features/signals/contract/track-record/signal-details.ts';
import { compareWithLedger } from '#features/signals/server/ledger/compare-with-ledger.ts';
import { releaseEndedSignals } from '#features/signals/server/ledger/release-ended-signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { exportRecord, forceChange, listEntries } from '#tests/support/ledger/ledger.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7' }, { paddle: createFakePaddle() });
const PUBLISHED = '2026-11-23T05:42:00.000Z';
const NOTED = '2026-11-23T05:43:00.000Z';
const DISCLOSED = {
  analyst_name: 'Ayesha Khan',
  analyst_registration: 'RA-0117',
  rationale: 'A higher low.',
  disclosures: ['analyst_position' as const],
};

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  test.clock.set(PUBLISHED);
  admin = await signInAdministrator(test);
});

const edit = ({ id }: { id: string }, body: SignalPatch) =>
  test.call(editSignal, { params: { id }, body }, { token: admin.access });
const readDetails = async ({ id }: { id: string }, token?: string): Promise<SignalDetails> =>
  (await test.call(getSignalDetails, { params: { id } }, { token })).body;

async function findContradictions(): Promise<string[]> {
  const found: string[] = [];
  for await (const contradiction of compareWithLedger(test.database.db)) found.push(contradiction);
  return found;
}

async function publishEarlier(overrides: Parameters<typeof publish>[2] = {}) {
  test.clock.set(PUBLISHED);
  const signal = await publish(test, admin, { ...DISCLOSED, ...overrides });
  test.clock.advance(MINUTE);
  return signal;
}

describe('what a signal says at its publication', () => {
  it.each<[SignalPatch, string]>([
    [
      { rationale: 'We were right.' },
      'The rationale of a published signal cannot change. Add a note instead.',
    ],
    [{ rationale: null }, 'The rationale of a published signal cannot change. Add a note instead.'],
    [{ analyst_name: 'Bilal Raza' }, 'The analyst of a published signal cannot change. Add a note instead.'],
    [
      { analyst_registration: '' },
      'The registration of the analyst of a published signal cannot change. Add a note instead.',
    ],
    [{ disclosures: ['none'] }, 'The disclosures of a published signal cannot change. Add a note instead.'],
    [
      { horizon_days: 5 },
      'The horizon in trading days of a published signal cannot change. Add a note instead.',
    ],
  ])('cannot be changed by %j, whatever the reason', async (patch, message) => {
    const signal = await publishEarlier({ signal_type: 'swing' });
    const { status, body } = await edit(signal, { ...patch, override_reason: 'Made for a test' });
    expect([status, body]).toEqual([400, { [Object.keys(patch)[0] ?? '']: [message] }]);
  });

  it('can be sent again as it is', async () => {
    const signal = await publishEarlier();
    const same = { ...DISCLOSED, rationale: ' A higher low. ', horizon_days: 1 };
    expect((await edit(signal, same)).body).toEqual(signal);
    expect((await edit(signal, { ...same, title: 'Breakout' })).body).toMatchObject({ title: 'Breakout' });
  });

  it('cannot be changed by a server of an earlier release either', async () => {
    const { id } = await publishEarlier();
    const query = `update signals set version = version + 1, analyst_name = 'Bilal Raza' where id = '${id}'`;
    await expect(test.database.pool.query(query)).rejects.toThrow('fixed at publication');
  });
});

describe('a note', () => {
  it('is added with its time, below the rationale, in the timeline, the list, the history and the record', async () => {
    const signal = await publishEarlier();
    const first = await edit(signal, { note: '  Volume is falling.\r\n\r\n\r\nCareful. ' });
    const note = { text: 'Volume is falling.\n\nCareful.', at: NOTED };
    expect(first.body).toEqual({ ...signal, notes: [note], changed_at: NOTED, version: 2 });
    test.clock.advance(MINUTE);
    const notes = [note, { text: 'The result is on Friday.', at: '2026-11-23T05:44:00.000Z' }];
    const { body } = await edit(signal, { note: notes[1]?.text, title: 'Breakout' });
    expect(body).toMatchObject({ notes, title: 'Breakout' });
    expect((await edit(signal, { note: ' ' })).body).toEqual(body);

    const { report } = await readDetails(signal);
    expect(report?.signal.notes).toEqual(notes);
    const changed = report?.timeline.filter(({ kind }) => kind === 'changed') ?? [];
    expect(changed.map(({ field, from, to, at }) => [field, from, to, at])).toEqual([
      ['notes', null, note.text, note.at],
      ['title', null, 'Breakout', notes[1]?.at],
      ['notes', null, notes[1]?.text, notes[1]?.at],
    ]);
    const { body: list } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } });
    expect(list.results.find(({ id }: { id: string }) => id === signal.id)).toMatchObject({ notes });
    const request = { params: { id: signal.id } };
    const { body: history } = await test.call(listSignalVersions, request, { token: admin.access });
    expect(history.results.map(({ signal }: { signal: { notes: unknown } }) => signal.notes)).toEqual([
      notes,
      [note],
      null,
    ]);
    const entries = (await listEntries(test)).filter(({ payload }) => payload?.signal?.id === signal.id);
    expect(entries.map(({ kind, payload }) => [kind, payload.signal.notes])).toEqual([
      ['signal.published', null],
      ['signal.changed', [note]],
      ['signal.changed', notes],
    ]);
  });

  it('can be added to a closed signal', async () => {
    const signal = await publishEarlier();
    await edit(signal, { call_status: 'closed' });
    expect((await edit(signal, { note: 'Closed before the result.' })).status).toBe(200);
  });

  it.each([
    ['a text that is too long', { note: 'x'.repeat(1001) }],
    ['too many lines', { note: 'x\n'.repeat(21) }],
  ])('cannot have %s', async (_, patch) => {
    const { status, body } = await edit(await publishEarlier(), patch);
    expect([status, Object.keys(body)]).toEqual([400, ['note']]);
  });

  it('is the last one at the limit', async () => {
    const signal = await publishEarlier();
    const notes = Array(MAX_NOTES - 1).fill({ text: 'One of many.', at: NOTED });
    await forceChange(
      test,
      `update signals set notes = '${JSON.stringify(notes)}' where id = '${signal.id}'`,
    );
    expect((await edit(signal, { note: 'The last one.' })).body.notes).toHaveLength(MAX_NOTES);
    const { status, body } = await edit(signal, { note: 'One more.' });
    expect([status, body]).toEqual([400, { note: [`A signal has at most ${MAX_NOTES} notes.`] }]);
  });

  it('that is changed in the database contradicts the record', async () => {
    const signal = await publishEarlier();
    await edit(signal, { note: 'Volume is falling.' });
    const before = await findContradictions();
    const write = (text: string) =>
      forceChange(
        test,
        `update signals set notes = jsonb_set(notes, '{0,text}', '"${text}"') where id = '${signal.id}'`,
      );
    await write('Volume is rising.');
    expect(await findContradictions()).toEqual(
      expect.arrayContaining([...before, `Signal ${signal.id} differs from its last version.`]),
    );
    await write('Volume is falling.');
    expect(await findContradictions()).toEqual(before);
  });

  it('of a premium signal is only for those who may read the signal, until it is released', async () => {
    const mark = 'QXNOTEQX';
    const signal = await publishEarlier({ signal_type: 'swing' });
    await edit(signal, { note: mark });
    const subscriber = await signUpSubscriber(test);
    const customer = await signUpCustomer(test);
    expect((await readDetails(signal, subscriber.access)).report?.signal.notes).toEqual([
      { text: mark, at: NOTED },
    ]);
    const { body: link } = await test.call(
      createFeedLink,
      { body: { kind: 'signals' } },
      { token: subscriber.access },
    );
    const feed = await test.request({ url: link.url.replace('https://tezi.test', '') });
    expect(feed.body).toContain(`Note, 23 Nov 2026, 10:43 PKT: ${mark}`);

    const url = `/api/signals/psx-signals/${signal.id}/`;
    const readUnentitled = () =>
      Promise.all([
        test.request({ url }),
        test.request({ url, headers: { authorization: `Bearer ${customer.access}` } }),
        test.request({ url: `/signals/${signal.id}` }),
        test.request({ url: '/api/signals/psx-signals/?signal_type=swing' }),
        test.request({ url: '/api/signals/changes/?after=1.2026-11-20' }),
      ]);
    for (const { body } of await readUnentitled()) expect(body).not.toContain(mark);
    expect(await exportRecord(test)).not.toContain(mark);

    await edit(signal, { call_status: 'closed' });
    test.clock.set('2026-12-07T06:00:00Z');
    await releaseEndedSignals({ ...test, config: { premiumPublicAfterDays: 7 } });
    expect(await exportRecord(test)).toContain(mark);
    const [released] = await readUnentitled();
    expect(released?.body).toContain(mark);
  });
});
