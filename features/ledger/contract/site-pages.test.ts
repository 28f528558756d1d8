import nodeCrypto from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createRecord } from '#tests/support/ledger/record-writer.ts';
import {
  canonicalize,
  createNodeCryptography,
  describeReport,
  type JsonValue,
  verifySite,
} from './verify-record.mjs';

const cryptography = createNodeCryptography(nodeCrypto);
const NOW = Date.parse('2026-01-05T12:00:00Z');
const noPause = async () => {};

const ID = '00000000-0000-4000-8000-000000000001';
const CREATED_AT = '2025-11-24T05:00:00.000Z';
const SIGNAL = {
  id: ID,
  ...{
    signal_type: 'intraday',
    symbol: 'LUCK',
    order_type: 'buy',
    entry_price: '100.00',
    stop_loss: '90.00',
  },
  ...{ target_points: ['120.00'], leverage: 1, shariah_type: 'Unknown', risk_type: 'medium' },
  ...{ call_status: 'in_progress', created_at: CREATED_AT },
};
const LOSS = {
  ...{ state: 'closed', reason: 'stop', fill_date: '2025-11-25', fill_price: '100.00', targets_hit: 0 },
  exits: [{ date: '2025-11-25', price: '90.00', parts: 1, reason: 'stop' }],
  ...{ r_multiple: '-1.0000', percent: '-10.00', ended_on: '2025-11-25' },
};
const NOTHING = { fill_price: null, exit_price: null, exit_date: null, r_multiple: null, percent: null };
type Decision = { kind: string; decided_at: string } & Record<string, string | null>;
const VOID: Decision = { ...NOTHING, kind: 'void', reason: 'A mistake.', decided_at: '' };
const OVERRIDE: Decision = {
  ...{ kind: 'override', reason: 'Filled later.', decided_at: '' },
  ...{
    fill_price: '100.00',
    exit_price: '110.00',
    exit_date: '2025-11-25',
    r_multiple: '1.0000',
    percent: '10.00',
  },
};
const KINDS: Record<string, string> = { void: 'outcome.voided', override: 'outcome.overridden' };
const STATES: Record<string, object> = {
  void: { kind: 'voided', r_multiple: null },
  override: { kind: 'overridden', r_multiple: '-1.00' },
};

const toPage = (signal: typeof SIGNAL) => ({
  ...signal,
  ...{ title: 'LUCK', sector: null, analyst_name: null, analyst_registration: null },
  ...{ rationale: null, horizon_days: null, disclosures: null, sequence: 1, deleted_at: null },
  published_levels: signal,
});

/** Verifies a site with a signal that lost 1 R and about which an administrator decided, and whose figures count a result. */
async function verify(decision: Decision, headline: string | null, { isStrict = true } = {}) {
  const record = createRecord();
  const entry = { is_open: true, subject: `signal:${ID}`, version: 2 };
  const add = (kind: string, time: string, payload: Record<string, JsonValue>) =>
    record.add({ entry, ...payload }, { kind, time });
  add('signal.published', CREATED_AT, { action: 'added', changed_at: CREATED_AT, signal: SIGNAL });
  const evaluatedAt = '2025-11-25T12:00:00.000Z';
  const outcome = { ...LOSS, adjustments: [], sequence: 1, evaluated_at: evaluatedAt, evaluator_version: 2 };
  const addOutcome = () => add('outcome.evaluated', evaluatedAt, { signal_id: ID, outcome });
  const addDecision = () =>
    add(KINDS[decision.kind] as string, decision.decided_at, {
      signal_id: ID,
      decision: { ...decision, id: 1 },
    });
  const isFirst = decision.decided_at < evaluatedAt;
  for (const addNext of isFirst ? [addDecision, addOutcome] : [addOutcome, addDecision]) addNext();
  const page = {
    ...toPage(SIGNAL),
    ...{ state: STATES[decision.kind], evaluation: LOSS, decision, headline_r: headline },
  };
  const r = Number(headline);
  const statistics = {
    closed: headline === null ? 0 : 1,
    won: r > 0 ? 1 : 0,
    lost: r < 0 ? 1 : 0,
    win_rate: headline === null ? null : r > 0 ? '100.00' : '0.00',
    expectancy: headline === null ? null : r.toFixed(3),
  };
  const responses: Record<string, string> = {
    '/record/heads.json': JSON.stringify({ heads: [] }),
    '/api/record/signals/': JSON.stringify({ results: [page], next: null }),
    '/api/performance/': JSON.stringify({ cost_percent: '0.50', release_days: 7, statistics }),
  };
  const lines = isStrict ? withVoidsCount(record) : record;
  const report = await verifySite('http://tezi.test', {
    cryptography,
    now: NOW,
    pause: noPause,
    load: async ({ pathname, searchParams }) => {
      if (pathname !== '/record/entries.jsonl') return Buffer.from(responses[pathname] ?? '');
      return searchParams.get('from') === '1' ? lines.toBytes() : Buffer.alloc(0);
    },
  });
  expect(report.problem).toBeNull();
  return report.findings;
}

/** Results by version 3 of the rules say that decisions count; the entry of the change of the rule too. */
function withVoidsCount(record: ReturnType<typeof createRecord>) {
  const time = '2025-12-01T00:00:00.000Z';
  const changes = [{ name: 'voids_count', before: 'never', after: 'before the fill' }];
  const entry = { is_open: true, subject: 'terms:1', version: 2 };
  record.add({ entry, changed_at: time, changes, figures: null }, { kind: 'terms.changed', time });
  return record;
}

const BEFORE_OPEN = '2025-11-25T03:30:00.000Z';
const AFTER_OPEN = '2025-11-25T05:00:00.000Z';
const withEffect = (void_effect: string) => ({ ...VOID, decided_at: BEFORE_OPEN, void_effect });

describe('a decision about a loss', () => {
  it.each<[string, Decision, string | null]>([
    ['a void before the fill that counts nothing', { ...VOID, decided_at: BEFORE_OPEN }, null],
    ['a void before the fill that counts the loss', { ...VOID, decided_at: BEFORE_OPEN }, '-1.0500'],
    ['a void after the open that counts the loss', { ...VOID, decided_at: AFTER_OPEN }, '-1.0500'],
    ['a void that removed the loss', withEffect('removed'), null],
    ['a void that kept the loss', withEffect('kept'), '-1.0500'],
    ['an override that counts the loss', { ...OVERRIDE, decided_at: '2025-11-26T05:00:00.000Z' }, '-1.0500'],
  ])('accepts %s', async (_, decision, headline) => {
    expect(await verify(decision, headline)).toEqual([]);
  });

  it.each<[string, Decision, string | null]>([
    ['a void after the open that counts nothing', { ...VOID, decided_at: AFTER_OPEN }, null],
    ['a void after the loss that counts nothing', { ...VOID, decided_at: '2025-11-27T05:00:00.000Z' }, null],
    ['a void that kept the loss and counts nothing', withEffect('kept'), null],
    ['a void that counts a gain', { ...VOID, decided_at: AFTER_OPEN }, '1.0000'],
    ['an override that counts its gain', { ...OVERRIDE, decided_at: '2025-11-26T05:00:00.000Z' }, '0.9500'],
    ['an override that counts nothing', { ...OVERRIDE, decided_at: '2025-11-26T05:00:00.000Z' }, null],
  ])('finds %s', async (_, decision, headline) => {
    expect(await verify(decision, headline)).toEqual([
      expect.stringMatching(/^Signal .* \(LUCK\): the figures count .* by the record -1\.0[45]00 R\.$/),
    ]);
  });

  it('finds a void that removed a signal and counts it', async () => {
    expect(await verify(withEffect('removed'), '0.9500')).toEqual([
      expect.stringContaining('the figures count 0.9500 R, by the record none.'),
    ]);
  });

  it('counts nothing in records from before the rule', async () => {
    expect(await verify({ ...VOID, decided_at: AFTER_OPEN }, null, { isStrict: false })).toEqual([]);
  });
});

describe('a site that changes while it is verified', () => {
  const PREMIUM = { ...SIGNAL, signal_type: 'swing' };
  const RUNNING = { state: { kind: 'waiting', r_multiple: null }, evaluation: null, decision: null };
  const PAGE = { ...toPage(PREMIUM), ...RUNNING, headline_r: null };
  const MOVED = { ...PAGE, stop_loss: '95.00' };
  const entry = { is_open: false, subject: `signal:${ID}`, version: 2 };
  const record = createRecord();
  record.add({ entry, action: 'added', changed_at: CREATED_AT, signal: PREMIUM }, { time: CREATED_AT });
  const time = '2025-11-25T05:00:00.000Z';
  record.add(
    { entry, action: 'updated', changed_at: time, signal: { ...PREMIUM, stop_loss: '95.00' } },
    { kind: 'signal.changed', time },
  );
  const [published = '', changed = ''] = record.lines;
  const { payload: _, salt: __, ...sealed } = JSON.parse(published);

  interface Round {
    pieces: string[];
    pages: object[];
  }

  /** Verifies a site that is another one each time its heads are loaded. */
  async function verifyRounds(rounds: Round[]) {
    let loaded = 0;
    const pauses: number[] = [];
    const statistics = { closed: 0, won: 0, lost: 0, win_rate: null, expectancy: null };
    const report = await verifySite('http://tezi.test', {
      cryptography,
      now: NOW,
      pause: async (durationMs) => void pauses.push(durationMs),
      load: async ({ pathname, searchParams }) => {
        if (pathname === '/record/heads.json') loaded += 1;
        const { pieces = [], pages = [] } = rounds[loaded - 1] ?? {};
        const responses: Record<string, string> = {
          '/record/heads.json': '{"heads":[]}',
          '/record/entries.jsonl': pieces[Number(searchParams.get('from')) - 1] ?? '',
          '/api/record/signals/': JSON.stringify({ results: pages, next: null }),
          '/api/performance/': JSON.stringify({ cost_percent: '0.50', release_days: 7, statistics }),
        };
        return Buffer.from(responses[pathname] ?? '');
      },
    });
    // Caches store the figures for five seconds.
    for (const durationMs of pauses) expect(durationMs).toBeGreaterThan(5000);
    return { report, rounds: loaded };
  }

  const pieces = [`${published}\n`, `${changed}\n`];

  it('is valid if it released a signal between two pieces of the record', async () => {
    const { report, rounds } = await verifyRounds([
      { pieces: [`${canonicalize(sealed)}\n`, `${changed}\n`], pages: [] },
      { pieces, pages: [MOVED] },
    ]);
    expect(report).toMatchObject({ isValid: true, pages: 1, findings: [] });
    expect(rounds).toBe(2);
  });

  it('is not accused of what is found only once, and the report says that it keeps changing', async () => {
    const { report, rounds } = await verifyRounds(
      ['A', 'B', 'C'].map((symbol) => ({ pieces, pages: [{ ...MOVED, symbol }] })),
    );
    expect(rounds).toBe(3);
    expect(report).toMatchObject({ isValid: false, isChanging: true });
    expect(describeReport(report)).toEqual([
      'The site kept changing while it was verified.',
      expect.stringContaining('verify again later'),
      expect.stringContaining('its page shows symbol "C"'),
    ]);
  });

  it('is accused of what is found twice, and of nothing else', async () => {
    const page = (headline_r: string | null) => ({ pieces, pages: [{ ...PAGE, headline_r }] });
    const { report, rounds } = await verifyRounds([page('1.0000'), page(null)]);
    expect(rounds).toBe(2);
    expect(report).toMatchObject({ isValid: false });
    expect(report.isChanging).toBeUndefined();
    expect(report.findings).toEqual([
      expect.stringContaining('its page shows stop_loss "90.00", the record "95.00"'),
    ]);
    expect(describeReport(report)[0]).toBe('The site contradicts its record.');
  });
});

describe('a site whose responses do not end', () => {
  const verifyBy = (fetch: (url: URL) => Response) => {
    vi.stubGlobal('fetch', async (url: URL) => fetch(url));
    return verifySite('http://tezi.test', { cryptography, now: NOW, pause: noPause });
  };

  it('is not loaded any further', async () => {
    const megabyte = new Uint8Array(1024 * 1024);
    let sent = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += 1;
          controller.enqueue(megabyte);
        },
      });
    await expect(verifyBy(() => new Response(endless()))).rejects.toThrow(
      'http://tezi.test/record/heads.json cannot be loaded: the response is longer than 64 MB.',
    );
    expect(sent).toBeLessThan(70);
  });

  it('is not loaded any further if its list of signals has no last page', async () => {
    const verification = verifyBy(({ pathname, searchParams }) =>
      pathname === '/record/heads.json'
        ? Response.json({ heads: [] })
        : Response.json({ results: [], next: Number(searchParams.get('after')) + 1000 }),
    );
    await expect(verification).rejects.toThrow('what the site lists does not end');
  });

  it('is loaded again after the time that a rate limit asks for', async () => {
    let requests = 0;
    const verification = verifyBy(() => {
      requests += 1;
      return requests === 1
        ? new Response('', { status: 429, headers: { 'retry-after': '0' } })
        : new Response('', { status: 503 });
    });
    await expect(verification).rejects.toThrow('the server responded with 503');
    expect(requests).toBe(2);
  });
});
