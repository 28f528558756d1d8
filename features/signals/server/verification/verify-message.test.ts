import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath } from '#core/contract/paths.ts';
import { listCompanies } from '#features/market/server/market.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { formatSignalText } from '#features/signals/contract/signal-text.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { findSignalWithVersions } from '#features/signals/server/signals.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { type StoredSignal, verifyMessage as verifyWith } from './verify-message.ts';

const test = useTestApp(
  { LIMIT_VERIFY_CLIENT: '12/24h', LIMIT_VERIFY_ADDRESS: '1000/1m' },
  { paddle: createFakePaddle() },
);

const FORGERIES = 10_000;
const GUESSES = 10_000;

const FORWARDS: ((text: string) => string)[] = [
  (text) => `[24/11/2026, 10:31:05 AM] Ali Khan: ${text}`,
  (text) => `\u200e[24/11/26, 22:31:05] +92 300 1234567: ${text} 🚀🚀`,
  (text) => `24/11/2026, 10:31 pm - Ali Khan: ${text}`,
  (text) =>
    text
      .split('\n')
      .map((line) => `[24/11/2026, 10:31:05\u202fAM] Ali: ${line}`)
      .join('\n'),
  (text) => `Ali Khan, [24.11.2026 10:31]\n[Forwarded from Tezi]\n${text}`,
  (text) => `Forwarded from Tezi Signals\n\n${text.replaceAll('\n', '\n\n')}`,
  (text) => text.replace(/^.*$/gm, '*$&*'),
  (text) => text.replace(/^/gm, '> '),
  (text) => text.replace(/\n/g, ' '),
  (text) => `🔥🔥 ${text.replace(/\n/g, ' ✅\n')}`,
  (text) => text.replace(/Rs\. /g, 'Rs.\u00a0').replace(/(TP\d)/g, '_$1_ 🎯'),
  (text) => text.normalize('NFD').replace(/ /g, '\u2009'),
];

describe('texts of thousands of signals', () => {
  let signal: Signal;
  let stored: StoredSignal;
  const companies = new Map(listCompanies().map((company) => [company.symbol, company]));
  beforeAll(async () => {
    const admin = await signInAdministrator(test);
    const { id } = await publish(test, admin, {
      symbol: 'HBL',
      rationale: 'Breakout',
      disclosures: ['none'],
      analyst_name: 'Ali 9 Khan',
      analyst_registration: 'RA-0117',
    });
    signal = (await test.call(getSignalDetails, { params: { id } })).body.report.signal;
    stored = (await findSignalWithVersions(test.database.db, id)) as StoredSignal;
  });

  /** Returns a text as users share it, and its signal, each with other prices. */
  function makeText(index: number): { text: string; own: StoredSignal } {
    const entry = 3 + ((index * 7919) % 40_000) / 20;
    const price = (factor: number) => (entry * factor).toFixed(2);
    const symbol = ['HBL', 'OGDC', 'LUCK'][index % 3] as string;
    const facts = {
      symbol,
      entry_price: price(1),
      stop_loss: price(0.9),
      target_points: Array.from({ length: 1 + (index % 6) }, (_, target) => price(1.1 + target / 10)),
    };
    const [first] = stored.versions;
    return {
      own: { row: stored.row, versions: [{ ...first, signal: { ...first.signal, ...facts } }] },
      text: formatSignalText(
        { ...signal, ...facts, company_name: companies.get(symbol)?.name ?? null },
        `https://tezi.test${getSignalPath(signal.id)}`,
      ),
    };
  }

  const verifyText = (text: string, own: StoredSignal, { mayRead }: { mayRead: boolean }) =>
    verifyWith(text, {
      publicUrl: 'https://tezi.test',
      analyst: { name: 'Tezi', registration: null },
      companies,
      findSignals: async ({ codes }) => (codes.includes(own.row.code) ? [own] : []),
      mayRead: async () => mayRead,
      listCompanyAlerts: async () => [],
      readReport: async () => null,
      listReplacements: async () => new Map(),
      // Without the limit of guesses.
      countGuess: async () => true,
    });
  const isGenuine = async (text: string, own: StoredSignal) =>
    (await verifyText(text, own, { mayRead: true })).result === 'genuine';

  it('are never genuine in thousands of forgeries in which one digit is another', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (let index = 0; count < FORGERIES; index += 1) {
      const { text, own } = makeText(index);
      expect(await isGenuine(text, own), text).toBe(true);
      const digits = [...text.matchAll(/\d/g)].map((match) => match.index);
      for (const [position, place] of digits.entries()) {
        const other = (Number(text[place]) + 1 + ((index + position) % 9)) % 10;
        const forged = text.slice(0, place) + other + text.slice(place + 1);
        if (await isGenuine(forged, own)) wrong.push(forged);
        count += 1;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reveal nothing in ten thousand guesses of a premium signal, whichever of its levels are right', async () => {
    const { text, own } = makeText(2);
    const premium: StoredSignal = { ...own, row: { ...own.row, signalType: 'swing' } };
    const { entry_price, stop_loss, target_points } = premium.versions[0].signal;
    const levels = [entry_price, stop_loss, ...target_points];
    const responses = new Set<string>();
    for (let guess = 0; guess < GUESSES; guess += 1) {
      // Each bit says of one level whether it is right; never are all.
      const right = guess % (2 ** levels.length - 1);
      const changed = levels.reduce((current, level, index) => {
        if ((right >> index) % 2 === 1) return current;
        return current.replace(level, (Number(level) + 0.01 * (1 + guess)).toFixed(2));
      }, text);
      responses.add(JSON.stringify(await verifyText(changed, premium, { mayRead: false })));
    }
    expect([...responses].map((response) => JSON.parse(response))).toEqual([
      {
        result: 'differs',
        code: signal.code,
        signal_type: 'swing',
        published_at: premium.row.createdAt.toISOString(),
        signal: null,
        others: [],
      },
    ]);
    expect((await verifyText(text, premium, { mayRead: false })).result).toBe('genuine');
  });

  it('are genuine as WhatsApp and Telegram forward a thousand of them', async () => {
    const missed: string[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const { text, own } = makeText(index);
      const forwarded = (FORWARDS[index % FORWARDS.length] as (typeof FORWARDS)[number])(text);
      if (!(await isGenuine(forwarded, own))) missed.push(forwarded);
    }
    expect(missed).toEqual([]);
  });
});
