import { toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, DAY, MINUTE } from '#core/server/platform/clock.ts';
import { findOrderCodes } from './order-codes.ts';
import { comparePayerName, listNameWords, listPayerWords } from './payer-names.ts';

/** An order with what decides which payment is for it. */
export interface MatchOrder {
  id: string;
  code: string;
  amountPaisa: number;
  pricePaisa: number;
  payerName: string;
  status: 'open' | 'paid' | 'expired' | 'canceled';
  createdAt: Date;
  expiresAt: Date;
  /** The customer; `null` if the account was deleted. */
  userId: string | null;
  /** A payment was confirmed for it by mistake. */
  isReverted: boolean;
}

/** A credit of a statement that is not used yet. */
export interface MatchRow {
  id: number;
  /** In Karachi. */
  date: string;
  /** `null` if the statement has none. */
  time: string | null;
  amountPaisa: number;
  narration: string;
}

export interface Candidate {
  orderId: string;
  /** Why it is not certain, as sentences. */
  doubts: string[];
  /** What speaks for it. */
  evidence: string[];
}

export interface RowMatch {
  rowId: number;
  /** The only order that it can be for; `null` if an administrator must decide. */
  certain: Candidate | null;
  /** The best ones first. */
  candidates: Candidate[];
}

/** Clocks of banks differ. */
const EARLY_MS = 10 * MINUTE;
/** A payment so long after the end of an order may still be for it. */
export const LATE_MS = 30 * DAY;
const MAX_CANDIDATES = 5;
/** Some apps drop the paisa of an amount. */
const RUPEE = 100;

/**
 * Matches credits with orders. A match is certain if the credit has exactly the amount of one order, which waits for it, was received in its time,
 * and the narration names no other payer and no other order. Without a name or a code, no order of another customer may have almost the same amount.
 * Everything else waits for an administrator with the orders that it may be for.
 */
export function matchRows(rows: readonly MatchRow[], orders: readonly MatchOrder[]): RowMatch[] {
  const prepared = orders.map(prepareOrder);
  const known = new Set(orders.map(({ code }) => code));
  const matches = rows.map((row) => {
    const credit = {
      ...row,
      at: row.time === null ? null : Date.parse(`${row.date}T${row.time}+05:00`),
      words: listNameWords(row.narration),
      codes: findOrderCodes(row.narration).filter((code) => known.has(code)),
      near: prepared.filter(({ amountPaisa }) => Math.abs(amountPaisa - row.amountPaisa) < RUPEE),
    };
    const ranked = prepared
      .flatMap((order) => rank(credit, order) ?? [])
      .toSorted((a, b) => b.score - a.score || a.candidate.orderId.localeCompare(b.candidate.orderId));
    const certain = ranked.filter(({ candidate }) => candidate.doubts.length === 0);
    return {
      rowId: row.id,
      certain: certain.length === 1 ? (certain[0]?.candidate ?? null) : null,
      candidates: ranked.slice(0, MAX_CANDIDATES).map(({ candidate }) => candidate),
    };
  });
  return matches.map((match) => doubtDouble(match, matches));
}

/** Two credits for one order: the administrator decides which one pays it, and what the other one is. */
function doubtDouble(match: RowMatch, all: readonly RowMatch[]): RowMatch {
  const { certain } = match;
  if (!certain) return match;
  const others = all.filter((other) => other !== match && other.certain?.orderId === certain.orderId).length;
  if (others === 0) return match;
  const doubted = { ...certain, doubts: ['Several payments have the amount of this order.'] };
  return { ...match, certain: null, candidates: [doubted, ...match.candidates.slice(1)] };
}

interface PreparedOrder extends MatchOrder {
  payer: ReturnType<typeof listPayerWords>;
  /** The start, the end, and when it is too late, as dates in Karachi and as times. */
  dates: Span<string>;
  times: Span<number>;
}

type Span<Value> = readonly [start: Value, end: Value, latest: Value];

/** Computes once what every credit is compared with. */
function prepareOrder(order: MatchOrder): PreparedOrder {
  const { createdAt, expiresAt } = order;
  const latest = addMilliseconds(expiresAt, LATE_MS);
  return {
    ...order,
    payer: listPayerWords(order.payerName),
    dates: [toKarachiDate(createdAt), toKarachiDate(expiresAt), toKarachiDate(latest)],
    times: [createdAt.getTime() - EARLY_MS, expiresAt.getTime(), latest.getTime()],
  };
}

interface PreparedRow extends MatchRow {
  at: number | null;
  words: readonly string[];
  codes: readonly string[];
  /** The orders whose amounts differ by less than a rupee. */
  near: readonly PreparedOrder[];
}

function rank(row: PreparedRow, order: PreparedOrder): { score: number; candidate: Candidate } | null {
  const { codes, near } = row;
  const hasCode = codes.includes(order.code);
  const difference = row.amountPaisa - order.amountPaisa;
  const isExact = difference === 0;
  // Without the amount, only the code or the name connects a payment with an order, and not to any amount.
  const isNear = Math.abs(difference) <= order.pricePaisa * 0.5;
  if (!hasCode && !isNear) return null;
  const time = compareTime(row, order);
  if (time === 'outside') return null;
  const name = comparePayerName(order.payer, row.words);
  if (!isExact && !hasCode && name !== 'match') return null;
  const isPrice = row.amountPaisa === order.pricePaisa;
  const others = near.filter(
    (other) =>
      other !== order &&
      (other.userId === null || other.userId !== order.userId) &&
      compareTime(row, other) !== 'outside',
  );
  const doubts = [
    ...(isExact ? [] : [describeDifference(difference, isPrice)]),
    ...(name === 'other' && !(hasCode && isExact)
      ? ['The statement names another payer than the order.']
      : []),
    ...(codes.some((code) => code !== order.code) ? ['The note has the code of another order.'] : []),
    ...(name === 'none' && !hasCode && others.length > 0
      ? ['The statement names no payer, and another order has almost the same amount.']
      : []),
    ...(time === 'late' ? ['It was received after the order had expired.'] : []),
    ...(order.status === 'paid' ? ['The order is already paid.'] : []),
    ...(order.status === 'canceled' ? ['The customer canceled the order.'] : []),
    ...(order.isReverted ? ['A confirmation of this order was reverted.'] : []),
    ...(order.userId === null ? ['The customer deleted the account.'] : []),
  ];
  const evidence = [
    ...(isExact ? ['amount'] : []),
    ...(time === 'inside' ? ['time'] : []),
    ...(name === 'match' ? ['name'] : []),
    ...(hasCode ? ['code'] : []),
  ];
  const score =
    (isExact ? 8 : 0) +
    (hasCode ? 6 : 0) +
    (name === 'match' ? 4 : 0) +
    (time === 'inside' ? 2 : 0) -
    doubts.length;
  return { score, candidate: { orderId: order.id, doubts, evidence } };
}

function describeDifference(difference: number, isPrice: boolean): string {
  if (isPrice) return 'It is the price, and not the amount of the order.';
  const rupees = `Rs ${(Math.abs(difference) / 100).toFixed(2)}`;
  return difference < 0 ? `It is ${rupees} too little.` : `It is ${rupees} too much.`;
}

type Time = 'inside' | 'late' | 'outside';

const compareTime = ({ date, at }: PreparedRow, { dates, times }: PreparedOrder): Time =>
  at === null ? findPlace(date, dates) : findPlace(at, times);

function findPlace<Value extends string | number>(value: Value, [start, end, latest]: Span<Value>): Time {
  if (value < start || value > latest) return 'outside';
  return value <= end ? 'inside' : 'late';
}
