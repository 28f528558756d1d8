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
import { formatAmount, type Paisa, prorate, toAmount } from '#features/positions/server/rules/amounts.ts';

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
  return toRecord(
    {
      side,
      kind: kind ?? given?.kind ?? 'trade',
      symbol: parseSymbol(row),
      date: requireDate(row.findGiven(...DATE), 'date'),
      shares: toShares(Math.abs(signed)),
      price: parseOptional(row.findGiven(...PRICE), 'price'),
      note: readNote(row),
      doubts: side === 'buy' && signed < 0 ? [NEGATIVE_PURCHASE] : [],
    },
    readAmounts(row),
  );
}

const NEGATIVE_PURCHASE = 'The row is a purchase, but its number of shares is negative.';

const readNote = (row: Cells) => cleanText(row.findGiven(...NOTE)).slice(0, TRADE_NOTE_MAX_LENGTH) || null;

interface ReadTrade {
  side: 'buy' | 'sell';
  kind: TradeKind;
  symbol: string;
  date: LocalDate;
  shares: number;
  /** `null` if only an amount is given. */
  price: number | null;
  note: string | null;
  doubts: string[];
}

/** The amounts of a row, `null` if they are not given. */
interface Amounts {
  costs: Paisa | null;
  /** Without costs; a column `amount` may also be with them. */
  value: Paisa | null;
  net: Paisa | null;
}

function readAmounts(row: Cells): Amounts {
  const read = (columns: readonly string[], part: string) =>
    toPaisa(parseOptional(row.findGiven(...columns), part));
  const parts = COST_PARTS.map((columns) => read(columns, 'costs'));
  const added = parts.reduce<Paisa | null>((sum, part) => (part === null ? sum : (sum ?? 0) + part), null);
  const costs = read(COSTS, 'costs') ?? added;
  return {
    costs: costs && Math.abs(costs),
    value: read(VALUE, 'amount'),
    net: read(NET, 'net amount'),
  };
}

/** Adds the price and the costs, and the doubts about amounts that contradict each other. */
function toRecord({ price, ...trade }: ReadTrade, { costs: given, value, net }: Amounts): TradeRecord {
  const { side, kind, symbol, date, shares, note } = trade;
  const doubts = [...trade.doubts];
  const sign = side === 'buy' ? 1 : -1;
  const written = value ?? (net === null ? 0 : Math.abs(net) - sign * (given ?? 0));
  const text = price === null ? dividePrice(Math.abs(written), shares, side) : formatPrice(Math.abs(price));
  const amount = toAmount(shares, text);
  if (amount > MAX_TRADE_RUPEES * 100) throw new RowRejection('The trade is above Rs. 1,000,000,000.');
  const getDifference = (total: Paisa) => sign * (Math.abs(total) - amount);
  const rest = price === null ? getDifference(written) : 0;
  const costs = given === null ? Math.max(getDifference(net ?? value ?? amount), 0) : given + rest;
  if (net !== null && Math.abs(getDifference(net) - costs) > MAX_ROUNDING)
    doubts.push(`The net amount differs from the amount and the costs, Rs. ${formatAmount(costs)}.`);
  const isOff = (costsIn: Paisa) => Math.abs(getDifference(value ?? amount) - costsIn) > MAX_ROUNDING;
  if (price !== null && isOff(0) && isOff(costs))
    doubts.push(`The amount differs from that of the shares and the price, Rs. ${formatAmount(amount)}.`);
  if (costs > amount / 10 && costs > MAX_SMALL_COSTS)
    doubts.push(`The costs, Rs. ${formatAmount(costs)}, are more than a tenth of the amount.`);
  const values = { side, kind, date, shares, price: text, costs: formatAmount(costs), note };
  return { symbol, companyName: symbol, values, doubts };
}

/** A rupee for each part of the costs that a broker rounds. */
const MAX_ROUNDING = 500;
const MAX_SMALL_COSTS = 50_000;

/** Returns the price in four decimals whose amount is the nearest one that leaves the difference to the costs. */
function dividePrice(amount: Paisa, shares: number, side: 'buy' | 'sell'): string {
  const hundredths = (amount * 100) / shares;
  return formatPrice((side === 'buy' ? Math.floor(hundredths) : Math.ceil(hundredths)) / 10_000);
}

function parseDay(row: Cells): TradeRecord[] {
  const symbol = parseSymbol(row);
  const date = requireDate(row.findGiven(...DATE), 'date');
  const found = DAY_SIDES.flatMap(({ side, shares: columns, price }): ReadTrade[] => {
    const signed = parseOptional(row.findGiven(...columns), 'number of shares') ?? 0;
    if (signed === 0) return [];
    const shares = toShares(Math.abs(signed));
    const doubts = side === 'buy' && signed < 0 ? [NEGATIVE_PURCHASE] : [];
    const unit = parseNumber(row.findGiven(...price), 'price');
    return [{ side, kind: 'trade', symbol, date, shares, price: unit, note: readNote(row), doubts }];
  });
  const amounts = readAmounts(row);
  const [first, second] = found;
  if (!first) throw new RowOmission('Nothing was bought or sold.');
  return second ? splitCosts([first, second], amounts) : [toRecord(first, amounts)];
}

/** Divides the costs of a purchase and a sale in one row by their amounts. */
function splitCosts(trades: [ReadTrade, ReadTrade], { costs: given, net }: Amounts): TradeRecord[] {
  const [bought, sold] = trades.map(({ shares, price }) =>
    toAmount(shares, formatPrice(Math.abs(price ?? 0))),
  ) as [Paisa, Paisa];
  // What is payable may be written with either sign.
  const differences = net === null ? [] : [net, -net].map((payable) => payable - bought + sold);
  const possible = differences.filter((each) => each >= 0);
  const costs = given ?? (possible.length === 0 ? 0 : Math.min(...possible));
  const isDoubtful = net !== null && differences.every((each) => Math.abs(each - costs) > MAX_ROUNDING);
  const doubts = isDoubtful ? ['The net amount differs from the amounts and the costs.'] : [];
  const ofPurchase = bought + sold === 0 ? 0 : prorate(costs, bought, bought + sold);
  return trades.map((trade) =>
    toRecord(
      { ...trade, doubts: [...trade.doubts, ...doubts] },
      { costs: trade.side === 'buy' ? ofPurchase : costs - ofPurchase, value: null, net: null },
    ),
  );
}

const MAX_TEXT = 200;
/** `BUY 100 LUCK @ 812.50`, `Sold 500 shares of HUBC at Rs. 140` */
const SHARES_FIRST =
  /(\d[\d,]{0,12})\s{1,3}(?:shares?\s{1,3})?(?:of\s{1,3})?([A-Z][A-Z0-9-]{1,15})\s{0,3}(?:@|at)\s{0,3}(?:Rs\.?\s{0,2})?(\d[\d,]{0,12}(?:\.\d{1,8})?)/i;
/** `LUCK 100 @ 812.50 Purchase` */
const SYMBOL_FIRST =
  /([A-Z][A-Z0-9-]{1,15})\s{1,3}(\d[\d,]{0,12})\s{0,3}(?:shares?\s{0,3})?(?:@|at)\s{0,3}(?:Rs\.?\s{0,2})?(\d[\d,]{0,12}(?:\.\d{1,8})?)/i;
const SIDE_WORD = /\b(buy|bought|purchased?|sell|sold|sales?)\b/i;

const REVERSAL = /\b(?:revers|cancel)/i;

/** Reads a ledger, whose text has the trade and whose debit or credit is its net amount. */
function parseLedger(row: Cells): TradeRecord {
  const text = cleanText(row.findGiven(...TEXT)).slice(0, MAX_TEXT);
  const read = (column: string) => toPaisa(parseOptional(row.findGiven(column), column)) || null;
  const [debit, credit] = [read('debit'), read('credit')];
  const first = SHARES_FIRST.exec(text);
  const second = first ? null : SYMBOL_FIRST.exec(text);
  const [symbol, count, price] = first ? [first[2], first[1], first[3]] : (second?.slice(1) ?? []);
  if (symbol === undefined || count === undefined || price === undefined)
    throw new RowOmission('The line is neither a purchase nor a sale.');
  const word = SIDE_WORD.exec(text)?.[1];
  const side = word ? parseSide(word)?.side : debit ? 'buy' : credit ? 'sell' : undefined;
  if (!side) throw new RowRejection(`${quote(text)} says neither bought nor sold.`);
  const [own, other] = side === 'buy' ? [debit, credit] : [credit, debit];
  const isReversal = REVERSAL.test(text) || (own === null ? other !== null : own < 0);
  return toRecord(
    {
      side,
      kind: 'trade',
      symbol: toSymbol(symbol),
      date: requireDate(row.findGiven(...DATE), 'date'),
      shares: toShares(parseNumber(count, 'number of shares')),
      price: parseNumber(price, 'price'),
      note: readNote(row),
      doubts: isReversal ? ['The line seems to reverse a trade.'] : [],
    },
    { costs: readAmounts(row).costs, value: null, net: own ?? other ?? read('amount') },
  );
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
/** In groups of three digits, or of two as in lakhs. */
const GROUPED = /^-?\d{1,3}(?:,\d{2,3}){0,5},\d{3}(?:\.\d*)?$/;

/** Parses `1,234.50`, `Rs. 1,234.50`, `(1,234.50)` and `1,234.50-`. */
function parseNumber(text: string, part: string): number {
  const plain = cleanText(text)
    .replace(/^(?:Rs\.?|PKR)\s*/i, '')
    .replace(/\s*(?:Dr|Cr)\.?$/i, '')
    .replace(/^\((.{1,30})\)$/, '-$1')
    .replace(/^(.{1,30})-$/, '-$1')
    .replace(/^\+/, '');
  if (plain === '') throw new RowRejection(`The ${part} is missing.`);
  if (plain.includes(',') && !GROUPED.test(plain))
    throw new RowRejection(
      `The ${part} ${quote(text)} has a comma that does not group digits. Write decimals with a point.`,
    );
  const digits = plain.replaceAll(',', '');
  if (!NUMBER.test(digits)) throw new RowRejection(`The ${part} ${quote(text)} is not a number.`);
  return Number(digits);
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
