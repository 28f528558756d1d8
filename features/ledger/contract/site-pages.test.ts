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
const DAY = 24 * 60 * 60_000;
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

const toPage = (signal: typeof SIGNAL) => ({
  ...signal,
  ...{ title: 'LUCK', sector: null, analyst_name: null, analyst_registration: null },
  ...{ rationale: null, horizon_days: null, disclosures: null, sequence: 1, deleted_at: null },
  published_levels: signal,
});

const FIGURES = { closed: 0, won: 0, win_rate: null, expectancy: null };
const TERMS = {
  changed_at: '2025-12-01T00:00:00.000Z',
  changes: [
    { name: 'cost_percent', before: null, after: '0.50' },
    { name: 'premium_public_after_days', before: null, after: '7' },
  ],
  figures: { before: FIGURES, after: FIGURES },
};

const enterTerms = (record: ReturnType<typeof createRecord>, change: object = {}) =>
  record.add(
    { entry: { is_open: true, subject: 'terms:1', version: 2 }, ...TERMS, ...change },
    { kind: 'terms.changed', time: TERMS.changed_at },
  );
/** Returns the figures of a site that counts one signal, or none. */
function calculate(kind: string | null, r: string | null, decision: string) {
  const is = (each: string) => Number(kind === each);
  const [closed, won] = [is('closed'), Number(Number(r) > 0)];
  const headline = {
    ...{ closed, won },
    win_rate: closed ? (100 * won).toFixed(2) : null,
    expectancy: closed ? Number(r).toFixed(3) : null,
  };
  const isDecided = kind !== null && kind !== 'voided';
  const voided_later = Number(isDecided && decision === 'void');
  const unmeasurable = is('unproven') + is('overdue');
  const ended = closed + is('not_filled') + unmeasurable;
  const unmeasurable_rate = ended ? (100 * unmeasurable).toFixed(1) : null;
  const statistics = {
    ...headline,
    published: Number(kind !== null),
    lost: Number(Number(r) < 0),
    ...{
      not_filled: is('not_filled'),
      unproven: is('unproven'),
      without_prices: 0,
      overdue: is('overdue'),
      voided: is('voided'),
    },
    ...{ unmeasurable_rate, voided_later, overridden: Number(isDecided && decision === 'override') },
  };
  const without_voided = voided_later ? FIGURES : null;
  const average_r = closed ? Number(r).toFixed(2) : null;
  return {
    performance: { statistics, without_voided },
    recent: { closed, won, average_r, unmeasurable_rate },
  };
}

const PERFORMANCE = { cost_percent: '0.50', release_days: 7, terms_changes: [{ ...TERMS, sequence: 4 }] };

interface Site {
  result?: object;
  /** R of its state. */
  shown?: string | null;
  /** What the figures count the signal as; by default as closed if they count a result. */
  kind?: string | null;
  /** What the site states differently. */
  symbol?: string;
  performance?: object;
  periods?: Record<string, object>;
  recent?: object;
  terms?: object | null;
  now?: number;
}

/** Verifies a site with a signal, by default one that lost 1 R, about which an administrator decided, and whose figures count a result. */
async function verify(
  decision: Decision,
  headline: string | null,
  {
    result = LOSS,
    shown = '-1.00',
    kind = headline === null ? 'voided' : 'closed',
    symbol = SIGNAL.symbol,
    performance = {},
    periods = {},
    recent = {},
    terms = {},
    now = NOW,
  }: Site = {},
) {
  const record = createRecord();
  const entry = { is_open: true, subject: `signal:${ID}`, version: 2 };
  const add = (kind: string, time: string, payload: Record<string, JsonValue>) =>
    record.add({ entry, ...payload }, { kind, time });
  add('signal.published', CREATED_AT, { action: 'added', changed_at: CREATED_AT, signal: SIGNAL });
  const evaluatedAt = '2025-11-25T12:00:00.000Z';
  const outcome = {
    ...result,
    adjustments: [],
    sequence: 1,
    evaluated_at: evaluatedAt,
    evaluator_version: 2,
  };
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
    symbol,
    state: decision.kind === 'void' ? { kind: 'voided' } : { kind: 'overridden', r_multiple: shown },
    ...{ evaluation: result, decision, counts_as: kind, headline_r: headline },
  };
  const figures = calculate(kind, headline, decision.kind);
  const responses: Record<string, string> = {
    '/record/heads.json': JSON.stringify({ heads: [] }),
    '/api/record/signals/': JSON.stringify({ results: [page], next: null }),
    '/api/performance/': JSON.stringify({ ...PERFORMANCE, ...figures.performance, ...performance }),
    '/api/performance/recent/': JSON.stringify({ ...figures.recent, ...recent }),
  };
  if (terms) enterTerms(record, terms);
  const report = await verifySite('http://tezi.test', {
    cryptography,
    now,
    pause: noPause,
    load: async ({ pathname, searchParams }) => {
      const ofPeriod = periods[searchParams.get('period') ?? ''];
      if (ofPeriod) return Buffer.from(JSON.stringify(ofPeriod));
      if (pathname !== '/record/entries.jsonl') return Buffer.from(responses[pathname] ?? '');
      return searchParams.get('from') === '1' ? record.toBytes() : Buffer.alloc(0);
    },
  });
  expect(report.problem).toBeNull();
  return report.findings;
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
      expect.stringContaining('the figures count 0.9500 R, by the record "voided".'),
    ]);
  });
});

describe('an override of a signal without an evaluated result', () => {
  const decided_at = '2025-11-26T05:00:00.000Z';
  const GAIN: Decision = { ...OVERRIDE, decided_at };
  const LOSING: Decision = { ...GAIN, exit_price: '95.00', r_multiple: '-0.5000', percent: '-5.00' };
  const WITHOUT_FILL = {
    ...LOSS,
    fill_date: null,
    fill_price: null,
    exits: [],
    r_multiple: null,
    percent: null,
  };
  const unmeasured = { ...WITHOUT_FILL, state: 'not_measurable', reason: 'not_measurable' };
  const expired = { ...WITHOUT_FILL, state: 'expired', reason: 'validity' };
  const open = { ...WITHOUT_FILL, state: 'pending', reason: null, ended_on: null };
  const site = (result: object, shown: string | null, kind: string) => ({ result, shown, kind });

  it.each<[string, Decision, string | null, Site]>([
    ['is not measurable', GAIN, null, site(unmeasured, '1.00', 'unproven')],
    ['was not filled and would have won', GAIN, null, site(expired, null, 'not_filled')],
    ['was not filled and would have lost', LOSING, '-0.5500', site(expired, '-0.50', 'closed')],
    ['is pending, and its prices are overdue', LOSING, null, site(open, '-0.50', 'overdue')],
  ])('counts as docs/product.md says if it %s', async (_, decision, headline, counted) => {
    expect(await verify(decision, headline, counted)).toEqual([]);
  });

  it.each<[string, Decision, string | null, Site, string]>([
    [
      'a gain of one that is not measurable',
      GAIN,
      '0.9500',
      site(unmeasured, '1.00', 'closed'),
      '"unproven"',
    ],
    ['a gain of one that was not filled', GAIN, '0.9500', site(expired, null, 'closed'), '"not_filled"'],
    ['no loss of one that was not filled', LOSING, null, site(expired, '-0.50', 'not_filled'), '-0.5500 R'],
    ['a gain of one that is pending', GAIN, '0.9500', site(open, '1.00', 'closed'), '"overdue"'],
    // The prices of an intraday signal have been missing for six weeks.
    ['as pending what is overdue', LOSING, null, site(open, '-0.50', 'in_progress'), '"overdue"'],
  ])('is found if the figures count %s', async (_, decision, headline, counted, expected) => {
    expect(await verify(decision, headline, counted)).toEqual([
      expect.stringContaining(`, by the record ${expected}.`),
    ]);
  });
});

it('finds values that change what a terminal shows, and shows them as text', async () => {
  const [finding = ''] =
    (await verify({ ...VOID, decided_at: AFTER_OPEN }, '-1.0500', { symbol: '\u009b2J' })) ?? [];
  expect(finding).toContain(String.raw`(\u{9b}2J): its page shows symbol "\u{9b}2J", the record "LUCK".`);
});

describe('the figures of a site', () => {
  const late = { ...VOID, decided_at: AFTER_OPEN };
  const { statistics } = calculate('closed', '-1.0500', 'void').performance;
  it.each<[string, Site, string]>([
    [
      'the share of those that are not measurable',
      { performance: { statistics: { ...statistics, unmeasurable_rate: '5.0' } } },
      'The figure unmeasurable_rate on /performance is "5.0", by the record "0.0".',
    ],
    [
      'the number of voided signals',
      { performance: { statistics: { ...statistics, voided_later: 0 } } },
      'The figure voided_later on /performance is 0, by the record 1.',
    ],
    [
      'the figures without voided signals',
      { performance: { without_voided: { ...FIGURES, won: 1 } } },
      'The figure without_voided on /performance is {"closed":0,"won":1,',
    ],
    [
      'the line of the last 12 months',
      { recent: { average_r: '1.20' } },
      'The figure average_r of the last 12 months is "1.20", by the record "-1.05".',
    ],
  ])('are found if they have another value of %s', async (_, site, message) => {
    expect(await verify(late, '-1.0500', site)).toContainEqual(expect.stringContaining(message));
  });

  it('are those of the signals of each period', async () => {
    const none = calculate(null, null, 'void').performance;
    const now = NOW + 200 * DAY;
    expect(await verify(late, '-1.0500', { now, periods: { '3M': none, '6M': none } })).toEqual([]);
    expect(await verify(late, '-1.0500', { now, periods: { '6M': none } })).toContainEqual(
      expect.stringContaining('on /performance?period=3M is 1, by the record 0.'),
    );
  });
});

describe('the terms that a site states', () => {
  const decision = { ...VOID, decided_at: AFTER_OPEN };
  const changes = [{ ...TERMS, changes: [TERMS.changes[0]], sequence: 4 }];
  it.each<[string, { performance?: object; terms?: object | null }, string]>([
    [
      'other costs',
      { performance: { cost_percent: '0.10' } },
      'states cost_percent "0.10", the record "0.50"',
    ],
    [
      // Losers of premium signals would not count for a year.
      'another delay of premium results',
      { performance: { release_days: 365 } },
      'states premium_public_after_days "365", the record "7"',
    ],
    ['terms that the record does not state', { terms: null }, 'states cost_percent "0.50", the record null'],
    [
      'a delay that no server can be set to',
      {
        performance: { release_days: 9999 },
        terms: { changes: TERMS.changes.with(1, { ...TERMS.changes[1], after: '9999' } as never) },
      },
      'states no valid costs or no valid delay',
    ],
    ['no changes of them', { performance: { terms_changes: [] } }, 'are not those of the record'],
    ['a change without a part', { performance: { terms_changes: changes } }, 'are not those of the record'],
    [
      'a change with other figures',
      { terms: { figures: { before: FIGURES, after: { ...FIGURES, won: 1 } } } },
      'are not those of the record',
    ],
  ])('are found if they are %s', async (_, site, message) => {
    expect(await verify(decision, '-1.0500', site)).toEqual([expect.stringContaining(message)]);
  });
});

describe('a site that changes while it is verified', () => {
  const PREMIUM = { ...SIGNAL, signal_type: 'swing' };
  const RUNNING = { state: { kind: 'waiting', r_multiple: null }, evaluation: null, decision: null };
  const PAGE = { ...toPage(PREMIUM), ...RUNNING, counts_as: null, headline_r: null };
  const MOVED = { ...PAGE, stop_loss: '95.00' };
  const entry = { is_open: false, subject: `signal:${ID}`, version: 2 };
  const record = createRecord();
  record.add({ entry, action: 'added', changed_at: CREATED_AT, signal: PREMIUM }, { time: CREATED_AT });
  const time = '2025-11-25T05:00:00.000Z';
  record.add(
    { entry, action: 'updated', changed_at: time, signal: { ...PREMIUM, stop_loss: '95.00' } },
    { kind: 'signal.changed', time },
  );
  enterTerms(record);
  const [published = '', changed = '', terms = ''] = record.lines;
  const { payload: _, salt: __, ...sealed } = JSON.parse(published);

  interface Round {
    pieces: string[];
    pages: object[];
  }

  /** Verifies a site that is another one each time its heads are loaded. */
  async function verifyRounds(rounds: Round[]) {
    let loaded = 0;
    const pauses: number[] = [];
    const { performance, recent } = calculate(null, null, 'void');
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
          '/api/performance/': JSON.stringify({
            ...{ ...PERFORMANCE, ...performance },
            terms_changes: [{ ...TERMS, sequence: 3 }],
          }),
          '/api/performance/recent/': JSON.stringify(recent),
        };
        return Buffer.from(responses[pathname] ?? '');
      },
    });
    // Caches store the figures for five seconds.
    for (const durationMs of pauses) expect(durationMs).toBeGreaterThan(5000);
    return { report, rounds: loaded };
  }

  const pieces = [`${published}\n`, `${changed}\n${terms}\n`];

  it('is valid if it released a signal between two pieces of the record', async () => {
    const { report, rounds } = await verifyRounds([
      { pieces: [`${canonicalize(sealed)}\n`, `${changed}\n${terms}\n`], pages: [] },
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
