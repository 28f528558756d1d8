import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath, getSignalPicturePath } from '#core/contract/paths.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { DISCLOSURE_TEXTS } from '#features/signals/contract/publishing/disclosure.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { releaseEndedSignals } from '#features/signals/server/ledger/release-ended-signals.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { exportRecord, forceChange } from '#tests/support/ledger/ledger.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '7' }, { paddle: createFakePaddle() });

/** Part of every text of the premium signals: a response that contains it leaks one. */
const MARK = 'QXPREMIUMQX';
const SENTENCE = DISCLOSURE_TEXTS.related_position;
const PRICES = ['7531.00', '7412.00', '7642.00'] as const;
const [entry_price, stop_loss, target] = PRICES;
const SECRETS = {
  symbol: MARK,
  title: MARK,
  sector: MARK,
  analyst_name: MARK,
  rationale: `A line\n${MARK}`,
  disclosures: ['related_position' as const],
};

const ENCODINGS = ['identity', 'gzip', 'br'] as const;
type Name = 'visitor' | 'customer' | 'lapsed' | 'subscriber' | 'administrator';
const tokens = {} as Record<Name, string | null>;
const UNENTITLED = ['visitor', 'customer', 'lapsed'] as const;
const ENTITLED = ['subscriber', 'administrator'] as const;

let administrator: { access: string };
/** An open swing signal, an investment signal that ended a day ago, and a deleted swing signal. */
const ids = {} as Record<'open' | 'ended' | 'deleted', string>;

const getUrls = (id: string) => ({
  api: `/api/signals/psx-signals/${id}/`,
  page: getSignalPath(id),
  data: `${getSignalPath(id)}.data`,
  picture: getSignalPicturePath(id),
});

beforeAll(async () => {
  test.clock.set('2026-11-02T03:00:00Z');
  administrator = await signInAdministrator(test);
  const publishPremium = async (signal_type: 'swing' | 'investment', target_points: string[]) =>
    (await publish(test, administrator, { ...SECRETS, signal_type, entry_price, stop_loss, target_points }))
      .id;
  ids.open = await publishPremium('swing', ['8000.00']);
  ids.ended = await publishPremium('investment', [target]);
  ids.deleted = await publishPremium('swing', ['8000.00']);
  await storeBars(test, MARK, {
    '2026-10-30': [7540, 7541, 7535, 7540],
    '2026-11-02': [7535, 7540, 7530, 7535],
    '2026-11-19': [7600, 7650, 7599, 7640],
  });
  test.clock.set('2026-11-19T15:00:00Z');
  administrator = await signInAdministrator(test);
  await test.call(deleteSignal, { params: { id: ids.deleted } }, { token: administrator.access });
  await evaluateSignals({ ...test, releaseDays: 7 });
  test.clock.set('2026-11-20T06:00:00Z');
  administrator = await signInAdministrator(test);
  tokens.visitor = null;
  tokens.administrator = administrator.access;
  tokens.customer = (await signUpCustomer(test)).access;
  tokens.lapsed = (await signUpSubscriber(test, { status: 'canceled', current_billing_period: null })).access;
  tokens.subscriber = (await signUpSubscriber(test)).access;
  for (const id of Object.values(ids)) {
    const { receipt } = JSON.parse((await ask(getUrls(id).api, 'subscriber')).text).report;
    secretsOfReceipts.push(receipt.entry.hash, receipt.entry.salt, receipt.entry.commitment);
  }
});

/** A response that contains one tells which entry of the record is a signal, or lets guesses be compared with it. */
const secretsOfReceipts: string[] = [];

async function ask(url: string, name: Name, headers: Record<string, string> = {}) {
  const token = tokens[name];
  const response = await test.request({
    url,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  const { statusCode, rawPayload } = response;
  const encoding = response.headers['content-encoding'];
  const { gunzipSync, brotliDecompressSync } = await import('node:zlib');
  const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : null;
  const body = decode && rawPayload.length > 0 ? decode(rawPayload) : rawPayload;
  return { status: statusCode, headers: response.headers, text: body.toString('utf8'), body };
}

function expectNoLeak(text: string): void {
  expect(text).not.toContain('entry_verdict');
  for (const secret of [MARK, SENTENCE, ...PRICES, '753100', '8000.00', ...secretsOfReceipts])
    expect(text).not.toContain(secret);
}

const VERDICTS = {
  open: { verdict: 'run_away', close: '7640.00', risk_percent: '2.98', reward_to_risk: '1.58' },
  ended: { verdict: 'not_open', reason: 'ended', reward_to_risk: null },
  deleted: { verdict: 'not_open', reason: 'ended', reward_to_risk: null },
};

describe.each(['open', 'ended', 'deleted'] as const)('a premium signal that is not public (%s)', (state) => {
  it.each(ENTITLED)(
    'a premium signal that is not public is complete for the %s in the API, and never stored by other caches',
    async (name) => {
      const { status, headers, text } = await ask(getUrls(ids[state]).api, name);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(JSON.parse(text)).toMatchObject({
        report: {
          signal: { symbol: MARK, entry_price, entry_verdict: VERDICTS[state] },
          receipt: { entry: { payload: { signal: { symbol: MARK } } } },
        },
      });
    },
  );

  it.each(UNENTITLED)('shows the %s its type only, with any encoding and any ETag', async (name) => {
    const { api } = getUrls(ids[state]);
    for (const encoding of ENCODINGS) {
      const accept = { 'accept-encoding': encoding };
      // Fills the cache with the complete response first.
      const complete = await ask(api, 'subscriber', accept);
      expect(complete.text).toContain(MARK);
      for (const etag of [undefined, String(complete.headers.etag)]) {
        const received = await ask(api, name, { ...accept, ...(etag ? { 'if-none-match': etag } : {}) });
        // A 304 would confirm what the signal is.
        expect(received.status).toBe(200);
        expectNoLeak(received.text);
        expect(JSON.parse(received.text)).toEqual({
          id: ids[state],
          signal_type: state === 'ended' ? 'investment' : 'swing',
          report: null,
          risk_statement_required: false,
          release_days: 7,
        });
      }
    }
  });

  it('a premium signal that is not public has a locked page without structured data, the same for every token', async () => {
    const { page, data } = getUrls(ids[state]);
    for (const url of [page, data])
      for (const name of [...UNENTITLED, ...ENTITLED])
        for (const encoding of ENCODINGS) {
          const received = await ask(url, name, { 'accept-encoding': encoding });
          expect(received.status).toBe(200);
          expectNoLeak(received.text);
          const etag = String(received.headers.etag);
          const again = await ask(url, name, { 'accept-encoding': encoding, 'if-none-match': etag });
          expectNoLeak(again.text);
        }
    const { text } = await ask(page, 'visitor');
    expect(text).toContain('signals are premium');
    expect(text).toContain('name="robots" content="noindex"');
    expect(text).not.toContain('ld+json');
  });

  it('a premium signal that is not public has the picture of its type, also for the entitled', async () => {
    const { picture } = getUrls(ids[state]);
    const received = await Promise.all(
      [...UNENTITLED, ...ENTITLED].map((name) => ask(picture, name, { 'accept-encoding': 'br, gzip' })),
    );
    const other = await ask(getUrls(state === 'deleted' ? ids.open : ids.deleted).picture, 'visitor');
    for (const { status, headers, body } of received) {
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('image/png');
      expect(headers['content-encoding']).toBeUndefined();
      expectNoLeak(body.toString('latin1'));
      if (state !== 'ended') expect(body.equals(other.body)).toBe(true);
    }
  });

  it('a premium signal that is not public is in no public list of URLs', async () => {
    for (const url of ['/sitemap.xml', '/api/performance/', '/performance', '/record', '/api/record/'])
      expect((await ask(url, 'visitor')).text).not.toContain(ids[state]);
  });

  it('a premium signal that is not public is in no file and no list of the public record, for every token', async () => {
    for (const name of [...UNENTITLED, ...ENTITLED]) {
      for (const encoding of ENCODINGS) {
        const list = await ask('/api/record/signals/', name, { 'accept-encoding': encoding });
        expect(list.status).toBe(200);
        expectNoLeak(list.text);
        expect(list.text).not.toContain(ids[state]);
        const record = await ask('/record/entries.jsonl', name, { 'accept-encoding': encoding });
        // The hashes of its entries are public.
        expect(record.text).toContain('"kind":"signal.published"');
        for (const secret of [MARK, SENTENCE, ...PRICES, '8000.00', ids[state]])
          expect(record.text).not.toContain(secret);
      }
    }
  });
});

it('renders nothing public again when a premium signal changes, is evaluated or decided about', async () => {
  const urls = Object.values(getUrls(ids.open)).filter((url) => !url.startsWith('/api'));
  const read = async () => Promise.all([...urls, getUrls(ids.open).api].map((url) => ask(url, 'visitor')));
  await read();
  const { rendered } = test.app.responseCache.counters;
  const token = { token: administrator.access };
  const params = { id: ids.open };
  const body = { stop_loss: '7450.00', override_reason: 'Made for a test' };
  expect((await test.call(editSignal, { params, body }, token)).status).toBe(200);
  const decision = { kind: 'void' as const, reason: `Voided: ${MARK}.` };
  expect((await test.call(decideOutcome, { params, body: decision }, token)).status).toBe(201);
  await evaluateSignals({ ...test, releaseDays: 7 });
  for (const { text } of await read()) expectNoLeak(text);
  expect(test.app.responseCache.counters.rendered).toBe(rendered);
  const withdrawal = { kind: 'withdraw' as const, reason: 'Made for a test.' };
  await test.call(decideOutcome, { params, body: withdrawal }, token);
});

it('becomes public at midnight, seven days after its end, with its page, its picture and its URL in the sitemap', async () => {
  const { api, page, picture } = getUrls(ids.ended);
  test.clock.set('2026-11-25T18:59:59Z');
  for (const url of [api, page]) expectNoLeak((await ask(url, 'visitor')).text);
  const locked = await ask(picture, 'visitor');
  test.clock.set('2026-11-25T19:00:00Z');
  const { report } = JSON.parse((await ask(api, 'visitor')).text);
  // The ledger has not released the entry: its salt is not public.
  expect(report).toMatchObject({
    signal: { symbol: MARK, entry_verdict: VERDICTS.ended },
    receipt: null,
  });
  // A page that takes long to render is served as it was, with a notice, until it is rendered.
  const readPage = async () => (await ask(page, 'visitor')).text;
  await expect.poll(readPage, { timeout: 20_000 }).toContain(MARK);
  expect((await ask(picture, 'visitor')).body.equals(locked.body)).toBe(false);
  for (const id of [ids.open, ids.deleted]) expectNoLeak((await ask(getUrls(id).api, 'visitor')).text);
});

it('leaves the page of a free signal public that an earlier release has made premium', async () => {
  const admin = await signInAdministrator(test);
  const { id } = await publish(test, admin, { symbol: 'OGDC' });
  await forceChange(test, `update signals set signal_type = 'swing' where id = '${id}'`);
  const { report } = JSON.parse((await ask(getUrls(id).api, 'visitor')).text);
  expect(report.signal).toMatchObject({ symbol: 'OGDC' });
});

describe('a premium signal whose evaluation has not ended', () => {
  const release = () =>
    releaseEndedSignals({
      ...test,
      config: { premiumPublicAfterDays: 7 },
    });
  const setTime = async (time: string) => {
    test.clock.set(time);
    administrator = await signInAdministrator(test);
  };
  const edit = (id: string, body: object) =>
    test.call(editSignal, { params: { id }, body: body as never }, { token: administrator.access });
  const readPublic = async (id: string) => (await ask(getUrls(id).api, 'visitor')).text;
  const isInLedger = async (id: string) => (await exportRecord(test)).includes(id);

  it('a premium signal whose evaluation has not ended is public with its deletion when the ledger releases it, and not before', async () => {
    const id = ids.deleted;
    for (const time of ['2026-11-26T14:59:59Z', '2026-11-26T15:00:00Z']) {
      expectNoLeak(await readPublic(id));
      expect(await isInLedger(id)).toBe(false);
      await setTime(time);
      if (time.endsWith('59Z')) await release();
    }
    expectNoLeak(await readPublic(id));
    await release();
    expect(await isInLedger(id)).toBe(true);
    test.clock.advance(MINUTE);
    const { report } = JSON.parse(await readPublic(id));
    expect(report).toMatchObject({ signal: { symbol: MARK }, deleted_at: '2026-11-19T15:00:00.000Z' });
    expect(report.receipt.entry.payload).toMatchObject({ action: 'added', signal: { id } });
    expect(report.timeline.map(({ kind }: { kind: string }) => kind)).toContain('deleted');
    expect(report.evaluations).toHaveLength(1);
    const readPage = async () => (await ask(getUrls(id).page, 'visitor')).text;
    await expect.poll(readPage, { timeout: 20_000 }).toContain('This signal was deleted');
    expectNoLeak(await readPublic(ids.open));
  });

  it('shows what the ledger has released after it was closed, and nothing since it was reopened', async () => {
    const id = ids.open;
    expect((await edit(id, { call_status: 'closed' })).status).toBe(200);
    await setTime('2026-12-03T16:00:00Z');
    await release();
    expect((await edit(id, { call_status: 'in_progress' })).status).toBe(200);
    const moved = { stop_loss: '7476.00', override_reason: 'Made for a test' };
    expect((await edit(id, moved)).status).toBe(200);
    await storeBars(test, MARK, { '2026-12-03': [7990, 8010, 7980, 8000] });
    await evaluateSignals({ ...test, releaseDays: 7 });
    await release();
    const text = await readPublic(id);
    expect(text).not.toContain('7476.00');
    expect(await exportRecord(test)).not.toContain('7476.00');
    const { report } = JSON.parse(text);
    expect(report).toMatchObject({ signal: { symbol: MARK, call_status: 'closed' }, mark: null });
    const kinds = report.timeline.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('closed');
    expect(kinds).not.toContain('reopened');
    expect(report.evaluations).toMatchObject([{ sequence: 1, state: 'open' }]);
    tokens.subscriber = (await signUpSubscriber(test)).access;
    expect((await ask(getUrls(id).api, 'subscriber')).text).toContain('7476.00');
  });
});
