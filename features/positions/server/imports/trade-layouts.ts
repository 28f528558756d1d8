import type { LocalDate } from '#core/contract/dates.ts';
import {
  type Cells,
  type ColumnLayout,
  cleanText,
  type ImportRecord,
  isBlank,
  type LayoutCatalog,
  NAME_COLUMNS,
  quote,
  RowOmission,
  RowRejection,
  requireDate,
  SYMBOL_COLUMNS,
} from '#features/imports/server/parsing.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { findCompanyByName } from '#features/market/server/companies.ts';
import {
  MAX_SHARES,
  MAX_TRADE_RUPEES,
  TRADE_KINDS,
  TRADE_NOTE_MAX_LENGTH,
  type TradeKind,
} from '#features/positions/contract/trades.ts';
import { formatAmount, type Paisa, toAmount } from '#features/positions/server/rules/amounts.ts';

/** A trade as a file has it. */
export interface TradeRecord extends ImportRecord {
  symbol: string;
  values: {
    side: 'buy' | 'sell';
    kind: TradeKind;
    date: LocalDate;
    shares: number;
    /** In rupees, with two to four decimals. */
    price: string;
    costs: string;
    note: string | null;
  };
}

/** Lists the names of columns. */
const names = (text: string): string[] => text.trim().split(/\s+/);

const DATE = names('trade_date date transaction_date deal_date execution_date date_time day');
const SIDE = names('side buy_sell b_s bs type transaction_type trade_type transaction action activity');
const SHARES = names('shares quantity qty no_of_shares number_of_shares units volume');
const PRICE = names(
  'price rate avg_rate average_rate avg_price average_price price_per_share trade_price unit_price',
);
/** Without costs. A column `amount` may also be with them. */
const VALUE = names('value gross_amount gross_value trade_value amount');
const NET = names('net_amount net net_value net_payable net_bill total_amount total');
const COSTS = names('costs total_costs charges total_charges fees fee transaction_costs');
/** Parts of the costs, each with its names. */
const COST_PARTS = [
  'commission comm brokerage brokerage_commission commission_amount',
  'sales_tax sst st s_t fed tax_on_commission sales_tax_on_commission tax',
  'cdc cdc_charges cdc_fee',
  'other_costs other_charges levies laga regulatory_fee psx_charges',
  'nccpl nccpl_charges',
  'secp secp_fee',
  'cvt',
].map(names);
const NOTE = names('note notes remarks comment');
const TEXT = names('particulars description narration details transaction_details');
/** The numbers of shares and the prices of a statement with purchases and sales in one row. */
const DAY_SIDES = [
  {
    side: 'buy' as const,
    shares: names('buy_qty bought bought_qty buy_quantity purchase_qty purchased qty_bought'),
    price: names('buy_rate buy_price bought_rate purchase_rate avg_buy_rate rate_bought'),
  },
  {
    side: 'sell' as const,
    shares: names('sell_qty sold sold_qty sell_quantity sale_qty qty_sold'),
    price: names('sell_rate sell_price sold_rate sale_rate avg_sell_rate rate_sold'),
  },
];

type Has = Parameters<ColumnLayout<TradeRecord>['matches']>[0];
const hasCompany = (has: Has) => has(...SYMBOL_COLUMNS, ...NAME_COLUMNS);
const hasAmounts = (has: Has) => has(...DATE) && has(...SHARES) && has(...PRICE, ...VALUE, ...NET);
const isDayStatement = (has: Has) => DAY_SIDES.every(({ shares }) => has(...shares));

const layout = (
  name: string,
  matches: (has: Has) => boolean,
  parse: (row: Cells) => TradeRecord | TradeRecord[],
): ColumnLayout<TradeRecord> => ({ kind: 'trades', name, forms: ['table', 'json'], matches, parse });

/** The layouts of the files of brokers and trackers. The first one that matches is used. */
export const tradeLayouts: LayoutCatalog<TradeRecord> = {
  columns: [
    layout(
      'Tezi table of trades',
      (has) => has('symbol') && has('side') && has('kind') && hasAmounts(has),
      (row) => parseTrade(row, { kind: parseKind(row.get('kind')) }),
    ),
    layout(
      'Statement with bought and sold shares',
      (has) => has(...DATE) && hasCompany(has) && isDayStatement(has),
      parseDay,
    ),
    layout(
      'Trade confirmation',
      (has) => hasCompany(has) && has(...SIDE) && hasAmounts(has),
      (row) => parseTrade(row),
    ),
    layout(
      'Trades with signed shares',
      (has) => hasCompany(has) && hasAmounts(has),
      (row) => parseTrade(row),
    ),
    layout(
      'Ledger of a broker',
      (has) => has(...DATE) && has(...TEXT) && has('debit', 'credit', 'amount'),
      parseLedger,
    ),
  ],
  texts: [],
  isContext: () => false,
  description:
    'Use a table with a header that has the date, the symbol, buy or sell, the shares and the price of each trade, or choose the columns.',
};

function parseTrade(row: Cells, { kind }: { kind?: TradeKind } = {}): TradeRecord {
  const given = parseSide(row.findGiven(...SIDE));
  const signed = parseNumber(row.findGiven(...SHARES), 'number of shares');
  const side = given?.side ?? (signed < 0 ? 'sell' : 'buy');
  return toRecord(row, {
    side,
    kind: kind ?? given?.kind ?? 'trade',
    symbol: parseSymbol(row),
    date: requireDate(row.findGiven(...DATE), 'date'),
    shares: toShares(Math.abs(signed)),
    price: parseOptional(row.findGiven(...PRICE), 'price'),
  });
}

interface ReadTrade {
  side: 'buy' | 'sell';
  kind: TradeKind;
  symbol: string;
  date: LocalDate;
  shares: number;
  /** `null` if only an amount is given. */
  price: number | null;
}

/** Adds the costs: their parts, their sum, or the difference to the net amount. */
function toRecord(row: Cells, { side, kind, symbol, date, shares, price }: ReadTrade): TradeRecord {
  const doubts: string[] = [];
  const parts = COST_PARTS.map((columns) => toPaisa(parseOptional(row.findGiven(...columns), 'costs')));
  const given = toPaisa(parseOptional(row.findGiven(...COSTS), 'costs'));
  const added = parts.reduce<Paisa | null>((sum, part) => (part === null ? sum : (sum ?? 0) + part), null);
  const written = toPaisa(parseOptional(row.findGiven(...VALUE), 'amount'));
  const net = toPaisa(parseOptional(row.findGiven(...NET), 'net amount'));
  const known = given ?? added;
  const sign = side === 'buy' ? 1 : -1;
  const unit = price ?? (written ?? Math.abs(net ?? 0) - sign * (known ?? 0)) / 100 / shares;
  const text = formatPrice(Math.abs(unit));
  const value = toAmount(shares, text);
  if (value > MAX_TRADE_RUPEES * 100) throw new RowRejection('The trade is above Rs. 1,000,000,000.');
  const total = net ?? (price === null ? null : written);
  const difference = total === null ? 0 : sign * (Math.abs(total) - value);
  const costs = Math.abs(known ?? Math.max(difference, 0));
  if (net !== null && Math.abs(difference - costs) > MAX_ROUNDING)
    doubts.push(`The net amount differs from the amount and the costs, Rs. ${formatAmount(costs)}.`);
  if (costs > value / 10 && costs > MAX_SMALL_COSTS)
    doubts.push(`The costs, Rs. ${formatAmount(costs)}, are more than a tenth of the amount.`);
  const note = cleanText(row.findGiven(...NOTE)).slice(0, TRADE_NOTE_MAX_LENGTH) || null;
  const values = { side, kind, date, shares, price: text, costs: formatAmount(costs), note };
  return { symbol, companyName: symbol, values, doubts };
}

/** A rupee for each part of the costs that a broker rounds. */
const MAX_ROUNDING = 500;
const MAX_SMALL_COSTS = 50_000;

function parseDay(row: Cells): TradeRecord[] {
  const symbol = parseSymbol(row);
  const date = requireDate(row.findGiven(...DATE), 'date');
  const found = DAY_SIDES.flatMap(({ side, shares: columns, price }) => {
    const shares = Math.abs(parseOptional(row.findGiven(...columns), 'number of shares') ?? 0);
    if (shares === 0) return [];
    return [{ side, shares: toShares(shares), price: parseNumber(row.findGiven(...price), 'price') }];
  });
  if (found.length === 0) throw new RowOmission('Nothing was bought or sold.');
  return found.map(({ side, shares, price }) => {
    const record = toRecord(row, { side, kind: 'trade', symbol, date, shares, price });
    if (found.length === 1 || record.values.costs === '0.00') return record;
    return { ...record, values: { ...record.values, costs: '0.00' }, doubts: [COSTS_TOGETHER] };
  });
}

const COSTS_TOGETHER = 'The costs of the purchase and the sale are given together, so none are read.';

const MAX_TEXT = 200;
/** `BUY 100 LUCK @ 812.50`, `Sold 500 shares of HUBC at Rs. 140` */
const SHARES_FIRST =
  /(\d[\d,]{0,12})\s{1,3}(?:shares?\s{1,3})?(?:of\s{1,3})?([A-Z][A-Z0-9-]{1,15})\s{0,3}(?:@|at)\s{0,3}(?:Rs\.?\s{0,2})?(\d[\d,]{0,12}(?:\.\d{1,8})?)/i;
/** `LUCK 100 @ 812.50 Purchase` */
const SYMBOL_FIRST =
  /([A-Z][A-Z0-9-]{1,15})\s{1,3}(\d[\d,]{0,12})\s{0,3}(?:shares?\s{0,3})?(?:@|at)\s{0,3}(?:Rs\.?\s{0,2})?(\d[\d,]{0,12}(?:\.\d{1,8})?)/i;
const SIDE_WORD = /\b(buy|bought|purchased?|sell|sold|sales?)\b/i;

/** Reads a ledger, whose text has the trade and whose debit or credit is its net amount. */
function parseLedger(row: Cells): TradeRecord {
  const text = cleanText(row.findGiven(...TEXT)).slice(0, MAX_TEXT);
  const debit = toPaisa(parseOptional(row.findGiven('debit'), 'debit'));
  const credit = toPaisa(parseOptional(row.findGiven('credit'), 'credit'));
  const first = SHARES_FIRST.exec(text);
  const second = first ? null : SYMBOL_FIRST.exec(text);
  const [symbol, count, price] = first ? [first[2], first[1], first[3]] : (second?.slice(1) ?? []);
  if (symbol === undefined || count === undefined || price === undefined)
    throw new RowOmission('The line is neither a purchase nor a sale.');
  const word = SIDE_WORD.exec(text)?.[1];
  const side = word ? parseSide(word)?.side : debit ? 'buy' : credit ? 'sell' : undefined;
  if (!side) throw new RowRejection(`${quote(text)} says neither bought nor sold.`);
  const date = requireDate(row.findGiven(...DATE), 'date');
  const shares = toShares(parseNumber(count, 'number of shares'));
  const record = toRecord(row, {
    side,
    kind: 'trade',
    symbol: toSymbol(symbol),
    date,
    shares,
    price: parseNumber(price, 'price'),
  });
  const net = (side === 'buy' ? debit : credit) ?? null;
  if (net === null) return record;
  const value = toAmount(shares, record.values.price);
  const costs = side === 'buy' ? net - value : value - net;
  if (costs < 0) throw new RowRejection('The amount of the line is not that of its shares and price.');
  return { ...record, values: { ...record.values, costs: formatAmount(costs) } };
}

const BUYS = /^(?:b|p|buy|bought|purchased?|purchases)$/i;
const SALES = /^(?:s|sell|sold|sales?)$/i;
const ALLOTMENTS = /^(?:ipo|allotments?|rights?|right shares?)$/i;
const AUTOMATIC = /bonus|split/i;
const OTHER = /dividend|deposit|withdraw|fee|interest|tax|charge|payment|receipt|balance|transfer/i;

/** Returns what a word says about a trade; `null` for a blank one. */
function parseSide(text: string): { side: 'buy' | 'sell'; kind?: TradeKind } | null {
  const word = cleanText(text).replace(/\.$/, '');
  if (isBlank(word)) return null;
  if (BUYS.test(word)) return { side: 'buy' };
  if (SALES.test(word)) return { side: 'sell' };
  if (ALLOTMENTS.test(word)) return { side: 'buy', kind: 'allotment' };
  if (AUTOMATIC.test(word))
    throw new RowOmission('Bonus shares and splits are applied automatically: see the corporate actions.');
  if (OTHER.test(word)) throw new RowOmission('The line is neither a purchase nor a sale.');
  throw new RowRejection(`${quote(text)} says neither bought nor sold.`);
}

function parseKind(text: string): TradeKind {
  if (isBlank(text)) return 'trade';
  const kind = TRADE_KINDS.find((each) => each === cleanText(text).toLowerCase());
  if (!kind) throw new RowRejection(`The kind ${quote(text)} is none of ${TRADE_KINDS.join(', ')}.`);
  return kind;
}

function parseSymbol(row: Cells): string {
  const symbol = row.findGiven(...SYMBOL_COLUMNS);
  if (symbol !== '') return toSymbol(symbol);
  const name = row.findGiven(...NAME_COLUMNS);
  if (name === '') throw new RowRejection('The symbol is missing.');
  return findCompanyByName(cleanText(name))?.symbol ?? toSymbol(name);
}

/** `PSX:LUCK`, `LUCK.KA`, `LUCK-REG` */
const PREFIX = /^(?:PSX|KSE|KAR)\s*:\s*/;
const SUFFIX = /(?:\.(?:KA|KAR|PSX)|[-\s](?:REG|READY))$/;
const FUTURE = /-C?(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z0-9]{0,3}$/;

/** Returns the symbol that a text has, or of the company that it names. */
function toSymbol(text: string): string {
  const plain = cleanText(text);
  const symbol = plain.toUpperCase().replace(PREFIX, '').replace(SUFFIX, '');
  if (FUTURE.test(symbol)) throw new RowOmission('Futures are not supported.');
  if (SYMBOL_PATTERN.test(symbol)) return symbol;
  const company = findCompanyByName(plain);
  if (!company) throw new RowRejection(`No company has the name ${quote(plain)}. Use its symbol.`);
  return company.symbol;
}

const NUMBER = /^-?\d{1,13}(?:\.\d{1,12})?$/;

/** Parses `1,234.50`, `Rs. 1,234.50`, `(1,234.50)` and `1,234.50-`. */
function parseNumber(text: string, part: string): number {
  const plain = cleanText(text)
    .replace(/^(?:Rs\.?|PKR)\s*/i, '')
    .replace(/,(?=\d)/g, '')
    .replace(/\s*(?:Dr|Cr)\.?$/i, '')
    .replace(/^\((.{1,30})\)$/, '-$1')
    .replace(/^(.{1,30})-$/, '-$1')
    .replace(/^\+/, '');
  if (plain === '') throw new RowRejection(`The ${part} is missing.`);
  if (!NUMBER.test(plain)) throw new RowRejection(`The ${part} ${quote(text)} is not a number.`);
  return Number(plain);
}

const parseOptional = (text: string, part: string): number | null =>
  isBlank(text) ? null : parseNumber(text, part);

function toShares(count: number): number {
  if (!Number.isInteger(count) || count < 1 || count > MAX_SHARES)
    throw new RowRejection(`${count} is not a whole number of shares up to 1,000,000,000.`);
  return count;
}

const toPaisa = (rupees: number | null): Paisa | null => (rupees === null ? null : Math.round(rupees * 100));

/** Writes two to four decimals. */
const formatPrice = (price: number) => price.toFixed(4).replace(/0{1,2}$/, '');
