import { count } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { getEndpointPath } from '#core/contract/endpoint.ts';
import { getCompanyListPaths, getCompanyPath, paths, recordFiles } from '#core/contract/paths.ts';
import { ledgerEntries } from '#features/ledger/server/ledger.tables.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  returnSignalDraft,
  type SignalDraft,
  submitSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { signalEvents, signals, signalVersions } from '#features/signals/server/signals.tables.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { saveNewDraft } from '#tests/support/signals/drafts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ SIGNAL_APPROVAL: 'required' }, { paddle: createFakePaddle() });

/** Part of every text of every draft, so that a response that contains it leaks a draft. */
const MARK = 'QXDRAFTQX';
const SYMBOL = 'LUCK';
const PRICES = { entry_price: '7531.17', stop_loss: '7412.19', targets: ['7642.13'] };

let callers: ({ access: string } | null)[];
let drafts: SignalDraft[];

beforeAll(async () => {
  const [author, reviewer] = [await signInAdministrator(test), await signInAdministrator(test)];
  callers = [null, await signUpCustomer(test), await signUpSubscriber(test)];
  const texts = {
    title: MARK,
    sector: MARK,
    analyst_name: MARK,
    analyst_registration: MARK,
    rationale: MARK,
    disclosures: ['related_position' as const],
  };
  drafts = [];
  for (const signal_type of ['intraday', 'swing', 'investment'] as const) {
    const content = { ...texts, ...PRICES, symbol: SYMBOL, signal_type, override_reason: MARK };
    const draft = await saveNewDraft(test, author, content);
    drafts.push(draft);
    const submitNew = async () => {
      const { id, version } = await saveNewDraft(test, author, content);
      const request = { params: { id }, body: { expected_version: version } };
      return (await test.call(submitSignalDraft, request, { token: author.access })).body as SignalDraft;
    };
    drafts.push(await submitNew());
    const { id, version } = await submitNew();
    const body = { expected_version: version, comment: MARK };
    const { body: returned } = await test.call(
      returnSignalDraft,
      { params: { id }, body },
      { token: reviewer.access },
    );
    drafts.push(returned);
  }
});

const request = (url: string, who: { access: string } | null) =>
  test.request({ url, headers: who ? { authorization: `Bearer ${who.access}` } : {} });

function expectNoDraft(text: string): void {
  for (const secret of [MARK, PRICES.entry_price, PRICES.stop_loss, ...PRICES.targets])
    expect(text.includes(secret), secret).toBe(false);
}

describe('a draft, submitted or not', () => {
  it('a draft, submitted or not, is stored in every state', () => {
    expect(new Set(drafts.map(({ state }) => state))).toEqual(new Set(['draft', 'submitted', 'returned']));
  });

  it('a draft, submitted or not, is no signal, no version, no event and no entry of the ledger', async () => {
    for (const table of [signals, signalVersions, signalEvents, ledgerEntries]) {
      const [row] = await test.database.db.select({ value: count() }).from(table);
      expect(row?.value).toBe(0);
    }
  });

  it('a draft, submitted or not, is in no list of signals, also not for subscribers', async () => {
    const [, , subscriber] = callers;
    for (const signal_type of ['intraday', 'swing', 'investment'] as const) {
      const { body } = await test.call(
        listPsxSignals,
        { query: { signal_type } },
        { token: subscriber?.access },
      );
      expect(body).toMatchObject({ count: 0, results: [], has_subscription: true });
    }
  });

  const STREAM = '/stream/';
  const urls = [
    ...allEndpoints
      .filter(({ method, path }) => method === 'GET' && !path.endsWith(STREAM) && !path.includes(':'))
      .map((endpoint) => `/api${getEndpointPath(endpoint)}`),
    '/api/signals/psx-signals/?signal_type=intraday',
    '/api/signals/psx-signals/?signal_type=swing',
    `/api/signals/psx-signals/?signal_type=investment&symbol=${SYMBOL}`,
    '/api/signals/psx-signals/choices/?signal_type=swing',
    `/api/search/?q=${SYMBOL}`,
    ...Object.values(paths),
    ...Object.values(recordFiles),
    `${paths.psxSignals}?signal_type=intraday`,
    `${paths.record}.data`,
    getCompanyPath(SYMBOL),
    ...Object.values(getCompanyListPaths(SYMBOL)),
    '/sitemap.xml',
    '/metrics',
  ];

  it.each([...new Set(urls)])(
    'a draft, submitted or not, is in no response to visitors, customers and subscribers: %s',
    async (url) => {
      for (const who of callers) expectNoDraft((await request(url, who)).body);
    },
  );

  it('a draft, submitted or not, is not found by its ID', async () => {
    for (const { id } of drafts) {
      for (const path of [`/api/admin/signal-drafts/${id}/`, `/api/admin/signals/${id}/`])
        for (const who of callers) expect((await request(path, who)).statusCode).toBe(who ? 403 : 401);
      expect((await request(`/signals/${id}`, null)).statusCode).toBe(404);
    }
  });
});
