import type { LocalDate } from '#core/contract/dates.ts';
import { multiplyDown, type Paisa, prorate, type Ratio } from './amounts.ts';

/** What was bought at once. */
export interface Purchase {
  /** `null` of a right that was taken. */
  tradeId: number | null;
  openedOn: LocalDate;
  shares: number;
  amount: Paisa;
  costs: Paisa;
  signalId: string | null;
}

/** A part of a purchase that is held. The cost of its first shares is their part of its cost, rounded once, so that no paisa is lost. */
export interface Lot {
  purchase: Purchase;
  shares: number;
  cost: Paisa;
  sold: number;
}

/** The lots of a company. Those before `first` are sold, and later ones may be. */
export interface Book {
  lots: Lot[];
  first: number;
  shares: number;
}

export const getSoldCost = ({ cost, sold, shares }: Lot): Paisa => prorate(cost, sold, shares);

interface Part {
  purchase: Purchase;
  shares: number;
  cost: Paisa;
}

/** Takes shares from the lots of a signal, then from the first lots. There must be as many. */
export function takeShares(book: Book, count: number, signalId: string | null = null): Part[] {
  const parts: Part[] = [];
  let rest = count;
  const take = (lot: Lot) => {
    const shares = Math.min(rest, lot.shares - lot.sold);
    if (shares === 0) return;
    const before = getSoldCost(lot);
    lot.sold += shares;
    parts.push({ purchase: lot.purchase, shares, cost: getSoldCost(lot) - before });
    rest -= shares;
  };
  if (signalId !== null)
    for (const lot of book.lots.slice(book.first)) if (lot.purchase.signalId === signalId) take(lot);
  for (let lot = book.lots[book.first]; lot; lot = book.lots[book.first]) {
    take(lot);
    if (lot.sold < lot.shares) break;
    book.first += 1;
  }
  book.shares -= count;
  return parts;
}

/** Multiplies the shares of lots. The cost of a lot that is left without a whole share passes to the next one. */
export function rescaleLots(book: Book, ratio: Ratio): void {
  const lots: Lot[] = [];
  let [before, after, cost] = [0, 0, 0];
  for (const lot of book.lots.slice(book.first)) {
    if (lot.sold === lot.shares) continue;
    before += lot.shares - lot.sold;
    cost += lot.cost - getSoldCost(lot);
    const total = multiplyDown(before, ratio);
    if (total === after) continue;
    lots.push({ purchase: lot.purchase, shares: total - after, cost, sold: 0 });
    [after, cost] = [total, 0];
  }
  const last = lots.at(-1);
  if (last) last.cost += cost;
  Object.assign(book, { lots, first: 0, shares: after });
}
