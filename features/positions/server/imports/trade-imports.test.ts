import { describe, expect, it } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { previewImport } from '#features/imports/contract/imports.ts';
import { correctAction } from '#features/positions/contract/actions.ts';
import {
  importTrades,
  listTradeImports,
  previewTrades,
  revertTradeImport,
  type TradeRow,
} from '#features/positions/contract/trade-imports.ts';
import {
  editTrade,
  enterTrade,
  listTrades,
  removeTrade,
  type Trade,
} from '#features/positions/contract/trades.ts';
import { tradeChanges } from '#features/positions/server/positions.tables.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const HEADER = 'Date,Symbol,Side,Quantity,Price,Amount,Fees,Net Amount\n';

/** Files of invented brokers and trackers. */
const FILES = {
  confirmation: `Client: A-1042,,,,,,,,,
Trade Date,Scrip,B/S,Qty,Rate,Amount,Brokerage,SST,CDC,Net Amount
02-Nov-2026,LUCK,B,100,"812.50","81,250.00",121.88,18.28,0.50,"81,390.66"
16/11/2026,LUCK,S,40,830.00,"33,200.00",49.80,7.47,0.20,"33,142.53"
17/11/2026,HUBC-REG,Buy,500,140.1234,"70,061.70",105.09,15.76,2.50,"70,185.05"
18/11/2026,LUCK,Bonus,10,0,0,0,0,0,0
`,
  ledger: `Date;Particulars;Debit;Credit;Balance
2026-11-02;Opening balance;;;100,000.00
2026-11-02;BUY 100 LUCK @ 812.50;81,390.66;;18,609.34
2026-11-03;Custody fee;25.00;;18,584.34
2026-11-16;LUCK 40 @ 830.00 Sold;;33,142.53;51,726.87
`,
  signed: `Ticker\tDate\tQuantity\tPrice per share\tFees
PSX:LUCK\t2026-11-02\t100\t812.50\t140.66
LUCK.KA\t2026-11-16\t-40\t830\t57.47
`,
  day: `Date|Security|Bought|Buy Rate|Sold|Sell Rate
2026-11-02|Lucky Cement Limited|100|812.50|0|0
2026-11-16|Lucky Cement Limited|0|0|40|830
2026-11-17|Hub Power Company Limited|10|140|10|141
`,
  tezi: `symbol,side,kind,date,shares,price,costs,note
LUCK,buy,opening,2020-01-15,100,400,0,From CDC
LUCK,sell,transfer,2026-11-16,40,0,0,
`,
};

async function signUp() {
  const { access: token } = await signUpCustomer(test);
  const preview = (content: string, columns?: string[]) =>
    test.call(previewTrades, { body: { content, ...(columns ? { columns } : {}) } }, { token });
  const start = (content: string, more: Partial<EndpointInput<typeof importTrades>['body']> = {}) =>
    test.call(importTrades, { body: { content, ...more } }, { token });
  const list = async (): Promise<Trade[]> =>
    (await test.call(listTrades, { query: {} }, { token })).body.results;
  const listImports = async () => (await test.call(listTradeImports, {}, { token })).body.results;
  const revert = (id: number) => test.call(revertTradeImport, { params: { id: String(id) } }, { token });
  return { token, preview, start, list, listImports, revert };
}

const makeTrades = (count: number, symbol = 'LUCK') =>
  ['Date,Symbol,Quantity,Price', ...Array.from({ length: count }, () => `2026-11-02,${symbol},1,800`)].join(
    '\n',
  );
const toLine = ({ symbol, side, kind, date, shares, price, costs }: Trade) =>
  [symbol, side, kind, date, shares, price, costs].join(' ');
const toRow = ({ key, status, reason }: TradeRow) => [key, status, reason];
const LUCK = ['LUCK sell trade 2026-11-16 40 830.00 57.47', 'LUCK buy trade 2026-11-02 100 812.50 140.66'];

describe('a file of trades', () => {
  it.each([
    ['confirmation', 'Trade confirmation', ['HUBC buy trade 2026-11-17 500 140.1234 123.35', ...LUCK]],
    ['ledger', 'Ledger of a broker', LUCK],
    ['signed', 'Trades with signed shares', LUCK],
    [
      'day',
      'Statement with bought and sold shares',
      [
        'HUBC sell trade 2026-11-17 10 141.00 0.00',
        'HUBC buy trade 2026-11-17 10 140.00 0.00',
        ...LUCK.map((line) => line.replace(/[\d.]+$/, '0.00')),
      ],
    ],
    [
      'tezi',
      'Tezi table of trades',
      ['LUCK sell transfer 2026-11-16 40 0.00 0.00', 'LUCK buy opening 2020-01-15 100 400.00 0.00'],
    ],
  ] as const)('of the layout %s is read, and changes nothing a second time', async (name, layout, lines) => {
    const { preview, start, list } = await signUp();
    const content = FILES[name];
    const { body, status } = await preview(content);
    expect({ status, layout: body.layout, added: body.counts.new }).toEqual({
      ...{ status: 200, layout, added: lines.length },
    });
    expect(await list()).toEqual([]);
    const imported = await start(content, { expected: body.fingerprint });
    expect(imported).toMatchObject({
      status: 201,
      body: { layout, added: lines.length, unchanged: 0, reverted_at: null, revert_blocker: null },
    });
    expect((await list()).map(toLine)).toEqual(lines);
    const again = await preview(content);
    expect(again.body.counts).toMatchObject({ new: 0, unchanged: lines.length });
    expect(await start(content)).toMatchObject({
      status: 400,
      body: { content: ['The file has no new trades.'] },
    });
    expect((await list()).map(toLine)).toEqual(lines);
  });

  it('says why rows are left out and rejected', async () => {
    const { preview } = await signUp();
    const { body } = await preview(`${FILES.confirmation}17/11/2026,NOSUCH,B,10,10,100,0,0,0,100
17/11/2026,HBL,S,10,10,100,0,0,0,100
31/11/2026,HBL,B,10,10,100,0,0,0,100
17/11/2027,HBL,B,10,10,100,0,0,0,100
17/11/2026,HBL,B,1.5,10,15,0,0,0,15
17/11/2026,HBL,Gift,10,10,100,0,0,0,100
17/11/2026,OGDC-DEC,B,10,10,100,0,0,0,100
`);
    expect(body.counts).toEqual({ new: 3, unchanged: 0, review: 0, rejected: 6, left_out: 2 });
    const reasons = body.rows.flatMap((row: TradeRow) =>
      row.status === 'rejected' || row.status === 'left_out' ? [[row.line, row.reason]] : [],
    );
    expect(reasons).toEqual([
      [7, 'No company has the symbol NOSUCH.'],
      [
        8,
        'You held 0 shares of HBL on 17 Nov 2026. Short sales are not supported. Enter what you held before as an opening balance.',
      ],
      [9, '"31/11/2026" is not a valid date: November 2026 has 30 days.'],
      [10, 'Enter a date until today.'],
      [11, '1.5 is not a whole number of shares up to 1,000,000,000.'],
      [12, '"Gift" says neither bought nor sold.'],
      [6, 'Bonus shares and splits are applied automatically: see the corporate actions.'],
      [13, 'Futures are not supported.'],
    ]);
  });

  it('has rows that need a review, and that are added once they are confirmed', async () => {
    const { token, preview, start, list } = await signUp();
    const body = { symbol: 'LUCK', side: 'buy', date: '2026-11-02', shares: 100, price: '812.5' } as const;
    await test.call(enterTrade, { body }, { token });
    const { body: previewed } = await preview(FILES.signed);
    expect(previewed.rows.map(toRow)).toEqual([
      ['3', 'new', null],
      ['2', 'review', 'You have such a trade with costs of Rs. 0.00. Is this another one?'],
    ]);
    expect((await start(FILES.signed, { confirmed: ['3'] })).status).toBe(409);
    const { fingerprint: expected } = previewed;
    expect(await start(FILES.signed, { expected, confirmed: ['2'] })).toMatchObject({ body: { added: 2 } });
    expect((await list()).length).toBe(3);
    expect((await start(FILES.signed, { expected })).status).toBe(409);
  });

  it('recognizes a trade that the customer has changed since, and two equal trades of a day', async () => {
    const { token, preview, start, list } = await signUp();
    const twice = `Date,Symbol,Quantity,Price\n2026-11-02,LUCK,10,800\n2026-11-02,LUCK,10,800\n`;
    await start(twice);
    const [first] = await list();
    const params = { id: String(first?.id) };
    await test.call(editTrade, { params, body: { price: '801' } }, { token });
    const { body } = await preview(twice);
    expect(body.rows.map(toRow)).toEqual([
      ['2', 'unchanged', null],
      ['3', 'unchanged', 'You have changed this trade since.'],
    ]);
  });

  it('asks before it adds a trade again that the customer has deleted', async () => {
    const { token, preview, start, list } = await signUp();
    const twice = `Date,Symbol,Quantity,Price\n2026-11-02,LUCK,10,800\n2026-11-02,LUCK,10,800\n`;
    await start(twice);
    const [first] = await list();
    const params = { id: String(first?.id) };
    await test.call(editTrade, { params, body: { price: '801' } }, { token });
    await test.call(removeTrade, { params }, { token });
    const { body } = await preview(twice);
    expect(body.rows.map(toRow)).toEqual([
      ['2', 'unchanged', null],
      ['3', 'review', 'You have deleted this trade.'],
    ]);
    expect((await start(twice)).body).toEqual({ content: ['The file has no new trades.'] });
    expect(await start(twice, { confirm_all: true })).toMatchObject({ status: 201, body: { added: 1 } });
    expect((await preview(twice)).body.counts).toMatchObject({ unchanged: 2 });
  });

  it('has more rows that need a review than the preview lists, which can be confirmed at once', async () => {
    const { preview, start, list } = await signUp();
    const lines = Array.from({ length: 250 }, (_, index) => `2026-11-02,LUCK,Buy,${-1 - index},800`);
    const content = ['Date,Symbol,Side,Quantity,Price', ...lines].join('\n');
    const { body } = await preview(content);
    expect([body.counts.review, body.rows.length]).toEqual([250, 200]);
    expect(await start(content, { expected: body.fingerprint, confirm_all: true })).toMatchObject({
      body: { added: 250 },
    });
    expect((await list()).length).toBe(50);
  });

  it('is rejected if nothing says which column is which, until its columns are chosen, which are remembered', async () => {
    const { preview, start } = await signUp();
    const file = (date: string) => `Tag;Papier;Art;Stueck;Kurs\n${date};LUCK;B;10;800\n`;
    const unknown = await preview(file('2026-11-02'));
    expect(unknown).toMatchObject({
      status: 400,
      body: { content: [expect.stringContaining('or choose the columns')], sample: expect.any(Array) },
    });
    const columns = ['date', 'symbol', 'side', 'shares', 'price'];
    expect((await preview(file('2026-11-02'), columns)).body).toMatchObject({
      ...{ layout: 'Trade confirmation, with chosen columns', counts: { new: 1, left_out: 1 } },
    });
    expect((await preview(file('2026-11-02'))).status).toBe(400);
    await start(file('2026-11-02'), { columns });
    expect((await preview(file('2026-11-03'))).body.counts).toMatchObject({ new: 1 });
    const other = await signUp();
    expect((await other.preview(file('2026-11-03'))).status).toBe(400);
  });

  it.each([
    ['with digits in its header', 'Tag 1;Papier;Art;Stueck;Kurs', 'Tag 2;Papier;Art;Stueck;Kurs', 200],
    ['of another broker', 'Tag 1;Papier;Art;Stueck;Kurs', 'Tag 1;Stueck;Papier;Art;Kurs', 400],
    ['without a header', '2026-11-02;HUBC;B;10;140', '2026-11-03;HUBC;B;10;140', 400],
  ])('%s, the chosen columns are those of files with the same header', async (_, header, next, status) => {
    const { preview, start } = await signUp();
    const columns = ['date', 'symbol', 'side', 'shares', 'price'];
    const row = '\n2026-11-02;LUCK;B;10;800\n';
    expect((await start(header + row, { columns })).status).toBe(201);
    expect((await preview(next + row)).status).toBe(status);
  });
});

/** Returns the trades of a file as they would be added, with the reasons why they need a review. */
async function read(content: string) {
  const { preview, start, list } = await signUp();
  const { body } = await preview(content);
  await start(content, { confirm_all: true });
  const reasons = body.rows.flatMap(({ reason }: TradeRow) => reason ?? []);
  return { trades: (await list()).map(toLine), counts: body.counts, reasons };
}

describe('the amounts of a row', () => {
  it.each([
    ['2026-11-02,LUCK,B,100,"812,50",,,', 'The price "812,50" has a comma that does not group digits.'],
    ['2026-11-02,LUCK,B,"1,00",812.50,,,', 'The number of shares "1,00" has a comma'],
    ['2026-11-02,LUCK,B,100,812.50,"8,12,5",,', 'The amount "8,12,5" has a comma'],
  ])('are rejected with a comma for decimals: %s', async (row, reason) => {
    const { counts, reasons } = await read(`${HEADER}${row}\n`);
    expect(counts.rejected).toBe(1);
    expect(reasons).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    ['that are grouped in lakhs', '2026-11-02,LUCK,B,"1,000",812.50,"8,12,500.00",,', '1000 812.50 0.00', []],
    ['with an amount that has the costs', '2026-11-02,LUCK,B,100,812.50,81390.66,,', '100 812.50 140.66', []],
    [
      'with an amount that contradicts the price',
      '2026-11-02,LUCK,B,100,812.50,40000,,',
      '100 812.50 0.00',
      ['The amount differs from that of the shares and the price, Rs. 81250.00.'],
    ],
    ['without a price', '2026-11-02,LUCK,B,100,,81250,140.66,', '100 812.50 140.66', []],
    ['whose price has no end', '2026-11-02,LUCK,B,300,,100000,,', '300 333.3333 0.01', []],
    [
      'whose price has no end, with costs',
      '2026-11-02,LUCK,B,300,,100000,20,100020',
      '300 333.3333 20.01',
      [],
    ],
    ['with only a net amount', '2026-11-02,LUCK,B,300,,,20,100020', '300 333.3333 20.01', []],
    [
      'of a purchase below zero',
      '2026-11-02,LUCK,B,-100,812.50,,,',
      '100 812.50 0.00',
      ['The row is a purchase, but its number of shares is negative.'],
    ],
  ])('%s are read', async (_, row, trade, doubts) => {
    const { trades, reasons } = await read(`${HEADER}${row}\n`);
    expect({ trades, reasons }).toEqual({
      trades: [trade.replace(/^(\S+)/, 'LUCK buy trade 2026-11-02 $1')],
      reasons: doubts,
    });
  });

  it('of a sale without a price lose no paisa', async () => {
    const rows = '2026-11-02,LUCK,B,300,300,,,\n2026-11-03,LUCK,S,300,,100000,,\n';
    expect((await read(HEADER + rows)).trades[0]).toBe('LUCK sell trade 2026-11-03 300 333.3334 0.02');
  });

  it.each([
    [
      'BUY 100 LUCK @ 812.50;200000;',
      '118750.00',
      ['The costs, Rs. 118750.00, are more than a tenth of the amount.'],
    ],
    [
      'BUY 100 LUCK @ 812.50;81000;',
      '0.00',
      ['The net amount differs from the amount and the costs, Rs. 0.00.'],
    ],
    ['Reversal of BUY 100 LUCK @ 812.50;;81250', '0.00', ['The line seems to reverse a trade.']],
    ['BUY 100 LUCK @ 812.50;;81250', '0.00', ['The line seems to reverse a trade.']],
  ])('of a ledger need a review if they are doubtful: %s', async (line, costs, doubts) => {
    const { trades, counts, reasons } = await read(`Date;Particulars;Debit;Credit\n2026-11-02;${line}\n`);
    expect(trades).toEqual([`LUCK buy trade 2026-11-02 100 812.50 ${costs}`]);
    expect({ review: counts.review, reasons }).toEqual({ review: 1, reasons: doubts });
  });

  it.each([
    ['30', '', []],
    ['', '-130', []],
    ['', '130', []],
    ['30', '500', ['The net amount differs from the amounts and the costs.']],
  ])('of purchases and sales in one row share the costs %s, net %s', async (costs, net, doubts) => {
    const { trades, reasons } = await read(
      `Date,Security,Bought,Buy Rate,Sold,Sell Rate,Charges,Net\n2026-11-17,HUBC,20,100,10,190,${costs},${net}\n`,
    );
    expect(new Set(reasons)).toEqual(new Set(doubts));
    expect(trades).toEqual([
      `HUBC sell trade 2026-11-17 10 190.00 14.62`,
      'HUBC buy trade 2026-11-17 20 100.00 15.38',
    ]);
  });
});

describe('sales in a file', () => {
  it('may sell the bonus shares of a company that the customer did not hold before', async () => {
    await makeClosures(test.database, [
      { symbol: 'EPCL', payout: '20%(B)', exDate: '2026-11-10', bcFrom: '2026-11-11', bcTo: '2026-11-17' },
    ]);
    const { preview } = await signUp();
    const { body } = await preview(
      'Date,Symbol,Quantity,Price\n2026-11-02,EPCL,10,40\n2026-11-16,EPCL,-12,40\n',
    );
    expect(body.counts).toMatchObject({ new: 2, rejected: 0 });
  });

  it('that exceed the holding are rejected one by one, so that later ones may follow', async () => {
    const { preview } = await signUp();
    const { body } = await preview(`Date,Symbol,Quantity,Price
2026-11-02,LUCK,10,800
2026-11-03,LUCK,-11,800
2026-11-04,LUCK,-10,800
2026-11-05,LUCK,-1,800
2026-11-05,HBL,-1,100
`);
    expect(body.rows.map(({ line, status }: TradeRow) => [line, status])).toEqual([
      ...[2, 4].map((line) => [line, 'new']),
      ...[3, 5, 6].map((line) => [line, 'rejected']),
    ]);
  });

  it('that exceed the holding do not reject later ones that are possible', async () => {
    const { preview } = await signUp();
    const sales = Array.from({ length: 7 }, (_, index) => `2026-01-${10 + index},LUCK,-5,800`);
    const pairs = Array.from({ length: 5 }, (_, index) => [
      `2026-06-${10 + index},LUCK,10,800`,
      `2026-06-${10 + index},LUCK,-10,810`,
    ]).flat();
    const { body } = await preview(['Date,Symbol,Quantity,Price', ...sales, ...pairs].join('\n'));
    expect(body.counts).toMatchObject({ new: 10, rejected: 7 });
    expect(body.rows.at(-1)?.reason).toBe(
      'You held 0 shares of LUCK on 16 Jan 2026. Short sales are not supported. Enter what you held before as an opening balance.',
    );
  });

  it('must leave what stored sales need, also of the shares of a bonus and of another company', async () => {
    await makeClosures(test.database, [
      { symbol: 'MLCF', payout: '50%(B)', exDate: '2026-11-10', bcFrom: '2026-11-11', bcTo: '2026-11-17' },
    ]);
    const { token, preview, start } = await signUp();
    const merger = { symbol: 'MLCF', kind: 'merger', ex_date: '2026-11-12', successor: 'LUCK' } as const;
    const ratio = { new_shares: '1', old_shares: '3' };
    expect((await test.call(correctAction, { body: { own: { ...merger, ratio } } }, { token })).status).toBe(
      200,
    );
    // 101 become 151 shares, and 50 of LUCK, of which 20 are left.
    await start('Date,Symbol,Quantity,Price\n2026-11-02,MLCF,101,40\n2026-11-16,LUCK,-30,800\n');
    const sell = async (...lines: string[]) =>
      (await preview(['Date,Symbol,Quantity,Price', ...lines].join('\n'))).body.rows.map(
        ({ line, status }: TradeRow) => [line, status],
      );
    // 30 of LUCK need 90 shares, for which 60 are needed before the bonus.
    expect(await sell('2026-11-09,MLCF,-41,40', '2026-11-11,MLCF,-1,40')).toEqual([
      [2, 'new'],
      [3, 'rejected'],
    ]);
    expect(await sell('2026-11-09,MLCF,-42,40', '2026-11-11,MLCF,-61,40', '2026-11-17,LUCK,-1,800')).toEqual([
      [3, 'new'],
      ...[2, 4].map((line) => [line, 'rejected']),
    ]);
    expect(await sell('2026-11-17,LUCK,-20,800', '2026-11-18,LUCK,-1,800')).toEqual([
      [2, 'new'],
      [3, 'rejected'],
    ]);
  });

  it('that make a stored sale exceed the holding are rejected', async () => {
    const { preview, start } = await signUp();
    await start('Date,Symbol,Quantity,Price\n2026-11-02,LUCK,10,800\n2026-11-10,LUCK,-8,800\n');
    const { body } = await preview(
      'Date,Symbol,Quantity,Price\n2026-11-05,LUCK,-3,800\n2026-11-06,LUCK,-2,800\n',
    );
    expect(body.rows.map(({ line, status }: TradeRow) => [line, status])).toEqual([
      [3, 'new'],
      [2, 'rejected'],
    ]);
  });
});

describe('the revert of an import', () => {
  it('removes the trades that were not changed since, and is listed', async () => {
    const { token, preview, start, list, listImports, revert } = await signUp();
    const { body: first } = await start(FILES.signed);
    const [sale] = await list();
    await test.call(editTrade, { params: { id: String(sale?.id) }, body: { note: 'Half' } }, { token });
    expect(await revert(first.id)).toMatchObject({
      status: 409,
      body: {
        detail:
          'Your sale of 40 shares of LUCK on 16 Nov 2026 would exceed the 0 that you held then. Delete that sale first.',
      },
    });
    await test.call(removeTrade, { params: { id: String(sale?.id) } }, { token });
    expect(await revert(first.id)).toMatchObject({
      status: 200,
      body: { id: first.id, revert_blocker: 'This import is already reverted.' },
    });
    expect(await list()).toEqual([]);
    expect((await revert(first.id)).status).toBe(409);
    expect((await preview(FILES.signed)).body.rows.map(toRow)).toEqual([
      ['2', 'new', null],
      ['3', 'review', 'You have deleted this trade.'],
    ]);
    expect(await start(FILES.signed, { confirm_all: true })).toMatchObject({ body: { added: 2 } });
    expect(await listImports()).toMatchObject([
      { reverted_at: null, revert_blocker: null },
      { id: first.id, reverted_at: test.clock.now().toISOString() },
    ]);
  });

  it('stores nothing about each trade, so that the file can be imported again', async () => {
    const { preview, start, revert } = await signUp();
    const before = await test.database.db.$count(tradeChanges);
    const { body: first } = await start(FILES.signed);
    expect((await revert(first.id)).status).toBe(200);
    expect(await test.database.db.$count(tradeChanges)).toBe(before);
    expect((await preview(FILES.signed)).body.counts).toMatchObject({ new: 2, review: 0 });
  });
});

describe('a hostile file', () => {
  it.each([
    ['', 'This field may not be blank.'],
    [' ', 'The file is empty.'],
    ['\0\0\0', expect.any(String)],
    ['{"a": '.repeat(10_000), expect.any(String)],
    ['<table>'.repeat(100_000), expect.any(String)],
    ['a'.repeat(4 * 1024 * 1024), expect.any(String)],
  ])('is rejected with a sentence: %.20j', async (content, sentence) => {
    const { preview, start } = await signUp();
    expect(await preview(content)).toMatchObject({ status: 400, body: { content: [sentence] } });
    expect((await start(content)).status).toBe(400);
  });

  it('has absurd values, of which only those that can be are read', async () => {
    const { preview } = await signUp();
    const { body } = await preview(
      `Date,Symbol,Quantity,Price,Note\n2026-11-02,LUCK,1,${'9'.repeat(400)},x\n2026-11-02,LUCK,99999999999,1,x\n2026-11-02,<script>,1,1,x\n2026-11-02,LUCK,1000000000,1000,x\n2026-11-02,LUCK,1,1,${'x'.repeat(5_000)}\n`,
    );
    expect(body.counts).toMatchObject({ new: 1, rejected: 4 });
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
  });

  it('is limited in size by the contract', async () => {
    const { preview } = await signUp();
    expect(await preview('a'.repeat(4 * 1024 * 1024 + 1))).toMatchObject({
      status: 400,
      body: { content: ['The file is larger than 4 MB. Split it into several files.'] },
    });
  });

  it('of 60,000 trades is rejected before they are compared', async () => {
    const { preview, start } = await signUp();
    const content = makeTrades(60_000);
    const body = { content: ['The file has more than 20,000 rows. Split it into several files.'] };
    expect(await preview(content)).toMatchObject({ status: 400, body });
    expect(await start(content)).toMatchObject({ status: 400, body });
  });

  it('is rejected if there would be more than 20,000 trades', async () => {
    const { preview, start } = await signUp();
    await start('Date,Symbol,Quantity,Price\n2026-11-02,HBL,1,100\n');
    const full = makeTrades(20_000, 'HUBC');
    expect(await preview(full)).toMatchObject({
      status: 409,
      body: { detail: 'There can be at most 20,000 trades.' },
    });
    expect((await start(full)).status).toBe(409);
    expect((await preview(makeTrades(19_999, 'HUBC'))).status).toBe(200);
  });

  it('of 20,000 trades with as many sales as can be rejected follows the history as often as a short one', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `2026-11-02,LUCK,${index % 2 ? -1 : -2},800`);
    const { preview } = await signUp();
    const { body } = await preview(['Date,Symbol,Quantity,Price', ...lines].join('\n'));
    expect(body.counts).toMatchObject({ new: 0, rejected: 20_000 });
  });
});

describe('the queue of files', () => {
  it('of customers does not delay administrators', async () => {
    const { preview } = await signUp();
    let isRead = false;
    const reading = preview('<table>'.repeat(400_000)).finally(() => {
      isRead = true;
    });
    const { access: token } = await signInAdministrator(test);
    const content = 'symbol,company_name,meeting_date\nLUCK,Lucky Cement Limited,2026-11-23';
    const body = { kind: 'board-meetings' as const, file_name: 'meetings.csv', content };
    expect((await test.call(previewImport, { body }, { token })).status).toBe(200);
    expect(isRead).toBe(false);
    expect((await reading).status).toBe(400);
  }, 120_000);
});
