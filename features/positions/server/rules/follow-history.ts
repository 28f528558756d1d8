import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { ActionKind, ActionState } from '#features/positions/contract/actions.ts';
import { addOne, multiply, multiplyDown, type Paisa, prorate, type Ratio, toRatio } from './amounts.ts';
import type { History, HistoryTrade, ShareAction } from './history.ts';
import { type Book, getSoldCost, type Purchase, rescaleLots, takeShares } from './lots.ts';

/** The shares of a purchase that are held. Companies are identified by their newest names. */
export interface OpenLot {
  company: string;
  purchase: Purchase;
  shares: number;
  cost: Paisa;
}

/** The shares of a purchase that a sale sold. `saleId` is `null` of shares that a consolidation left too few of for a whole one. */
export interface Closing {
  company: string;
  saleId: number | null;
  purchase: Purchase;
  closedOn: LocalDate;
  shares: number;
  /** After costs. */
  proceeds: Paisa;
  cost: Paisa;
}

/** What an action did. */
export interface Entry {
  action: ShareAction;
  company: string;
  state: ActionState;
  sharesBefore: number;
  sharesChange: number;
  /** Of a share, paid in cash. */
  fraction: Ratio | null;
  /** Of a dividend. */
  gross: Paisa | null;
  /** The shares that a right offers. */
  offered: number | null;
}

/** A sale of more shares than were held. Those above it are in no figure. */
export interface ExcessSale {
  tradeId: number;
  symbol: string;
  date: LocalDate;
  shares: number;
  held: number;
}

/**
 * A change of what is held. `in` and `out`: `shares` came or left for an amount, which is `null` of a transfer without a price. `rescale`:
 * there are now as many `shares`. `dividend`: the amount is gross.
 */
export interface Movement {
  kind: 'in' | 'out' | 'rescale' | 'dividend';
  date: LocalDate;
  company: string;
  shares: number;
  amount: Paisa | null;
  /** Of cash that was received later. */
  receivedOn?: LocalDate | undefined;
}

export interface Followed {
  /** By company, and first in, first out. */
  lots: OpenLot[];
  closings: Closing[];
  entries: Entry[];
  excess: ExcessSale[];
  /** By date. */
  movements: Movement[];
  cashInLieu: Paisa;
}

interface FollowOptions {
  /** A sale that ends a followed signal takes the shares that were bought for it; by default, as for taxes, first in, first out. */
  hasChosenLots?: boolean;
  /** Sales for which it returns `true` are skipped. */
  isRejected?: (sale: HistoryTrade, held: number) => boolean;
}

/** Follows all trades and corporate actions, in the order of `docs/positions.md`. */
export function followHistory(
  history: History,
  { hasChosenLots = false, isRejected }: FollowOptions = {},
): Followed {
  const follower = new Follower(history, hasChosenLots);
  for (const step of listSteps(history)) {
    if (step.action) follower.apply(step.action);
    else if (step.side === 'buy') follower.acquire(step.trade);
    else if (!isRejected?.(step.trade, follower.countHeld(step.trade.symbol))) follower.dispose(step.trade);
  }
  for (const action of history.actions) if (action.exDate > history.until) follower.expect(action);
  return follower.finish();
}

/** A step of a history. A right that was taken is a purchase without an ID. */
type Step = { date: LocalDate; rank: number; order: number } & (
  | { action: ShareAction }
  | { action: null; side: 'buy'; trade: Acquired }
  | { action: null; side: 'sell'; trade: HistoryTrade }
);

type Acquired = Pick<
  HistoryTrade,
  'symbol' | 'kind' | 'date' | 'shares' | 'amount' | 'costs' | 'signalId'
> & {
  id: number | null;
};

/** Payouts are for the shares held before, then these become more or fewer. The trades of a date follow, purchases first. */
const RANKS: Record<ActionKind, number> = {
  cash: 0,
  right: 1,
  bonus: 2,
  split: 3,
  merger: 4,
  rename: 5,
  unclear: 6,
};
const PURCHASE_RANK = 10;
const SALE_RANK = 11;

/** Lists what happened until the end of a history, in its order. */
export function listSteps({ trades, actions, until }: History): Step[] {
  const steps: Step[] = [];
  for (const [index, action] of actions.toSorted((a, b) => compare(a.key, b.key)).entries()) {
    if (action.exDate <= until)
      steps.push({ date: action.exDate, rank: RANKS[action.kind], order: index, action });
    const taken = toAcquired(action);
    if (taken && taken.date <= until)
      steps.push({
        date: taken.date,
        rank: PURCHASE_RANK,
        order: Number.MAX_SAFE_INTEGER,
        action: null,
        side: 'buy',
        trade: taken,
      });
  }
  for (const trade of trades) {
    const { date, id, side } = trade;
    if (date > until) continue;
    if (side === 'buy') steps.push({ date, rank: PURCHASE_RANK, order: id, action: null, side, trade });
    else steps.push({ date, rank: SALE_RANK, order: id, action: null, side, trade });
  }
  return steps.sort((a, b) => compare(a.date, b.date) || a.rank - b.rank || a.order - b.order);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Returns the purchase of a right that was taken; `null` of other actions. */
function toAcquired(action: ShareAction): Acquired | null {
  const { symbol, exDate, correction } = action;
  if (action.kind !== 'right' || correction?.decision !== 'taken' || !correction.shares) return null;
  const { date = exDate, shares, amount = shares * (action.price ?? 0), costs = 0 } = correction;
  return { id: null, symbol, kind: 'allotment', date, shares, amount, costs, signalId: null };
}

class Follower {
  readonly #history: History;
  readonly #hasChosenLots: boolean;
  readonly #books = new Map<string, Book>();
  readonly #result: Followed = {
    lots: [],
    closings: [],
    entries: [],
    excess: [],
    movements: [],
    cashInLieu: 0,
  };

  constructor(history: History, hasChosenLots: boolean) {
    this.#history = history;
    this.#hasChosenLots = hasChosenLots;
  }

  acquire({ id, symbol, kind, date, shares, amount, costs, signalId }: Acquired): void {
    const company = this.#history.names.resolve(symbol);
    const book = this.#getBook(company);
    const purchase = { tradeId: id, openedOn: date, shares, amount, costs, signalId };
    book.lots.push({ purchase, shares, cost: amount + costs, sold: 0 });
    book.shares += shares;
    this.#move({
      kind: 'in',
      date,
      company,
      shares,
      amount: isUnpriced(kind, amount) ? null : amount + costs,
    });
  }

  countHeld(symbol: string): number {
    return this.#getBook(this.#history.names.resolve(symbol)).shares;
  }

  dispose({ id, symbol, kind, date, shares, amount, costs, signalId }: HistoryTrade): void {
    const company = this.#history.names.resolve(symbol);
    const book = this.#getBook(company);
    const held = Math.min(shares, book.shares);
    if (held < shares) this.#result.excess.push({ tradeId: id, symbol, date, shares, held });
    const net = amount - costs;
    let taken = 0;
    for (const part of takeShares(book, held, this.#hasChosenLots ? signalId : null)) {
      const before = prorate(net, taken, shares);
      taken += part.shares;
      const proceeds = prorate(net, taken, shares) - before;
      if (kind === 'trade')
        this.#result.closings.push({ company, saleId: id, closedOn: date, proceeds, ...part });
    }
    const received = isUnpriced(kind, amount) ? null : prorate(net, held, shares);
    this.#move({ kind: 'out', date, company, shares: held, amount: received });
  }

  apply(action: ShareAction): void {
    const entry = this.#addEntry(action, 'applied');
    if (entry === null || entry.state === 'ignored') return;
    const { sharesBefore } = entry;
    switch (action.kind) {
      case 'cash':
        this.#payDividend(entry, action);
        break;
      case 'right':
        entry.offered = multiplyDown(sharesBefore, action.ratio);
        entry.state = action.correction?.decision ?? 'offered';
        break;
      case 'bonus':
      case 'split':
        this.#rescale(entry, getRescaleRatio(action, sharesBefore));
        break;
      case 'merger':
        this.#merge(entry, action);
        break;
      case 'unclear':
        entry.state = 'unclear';
        break;
      case 'rename':
        break;
    }
  }

  /** Adds what an action that is still to come would do to the shares of today. */
  expect(action: ShareAction): void {
    const entry = this.#addEntry(action, 'expected');
    if (entry === null || entry.state === 'ignored') return;
    const { sharesBefore } = entry;
    if (action.kind === 'cash') entry.gross = multiply(sharesBefore, action.ratio);
    if (action.kind === 'right') entry.offered = multiplyDown(sharesBefore, action.ratio);
    if (action.kind === 'bonus' || action.kind === 'split')
      entry.sharesChange = multiplyDown(sharesBefore, getRescaleRatio(action, sharesBefore)) - sharesBefore;
  }

  /** Returns `null` if the action concerns no shares and the customer has not corrected it. */
  #addEntry(action: ShareAction, state: ActionState): Entry | null {
    const company = this.#history.names.resolve(action.symbol);
    const sharesBefore = this.#getBook(company).shares;
    if (sharesBefore === 0 && !action.correction) return null;
    const entry: Entry = {
      action,
      company,
      state: action.correction?.decision === 'ignored' ? 'ignored' : state,
      sharesBefore,
      sharesChange: 0,
      fraction: null,
      gross: null,
      offered: null,
    };
    this.#result.entries.push(entry);
    return entry;
  }

  finish(): Followed {
    const result = this.#result;
    for (const [company, book] of [...this.#books].sort(([a], [b]) => compare(a, b)))
      for (const lot of book.lots.slice(book.first).filter(({ shares, sold }) => sold < shares))
        result.lots.push({
          company,
          purchase: lot.purchase,
          shares: lot.shares - lot.sold,
          cost: lot.cost - getSoldCost(lot),
        });
    return result;
  }

  #payDividend(entry: Entry, { exDate, ratio, correction }: ShareAction & { kind: 'cash' }): void {
    const gross = multiply(entry.sharesBefore, ratio);
    entry.gross = gross;
    const { company } = entry;
    this.#move({
      kind: 'dividend',
      date: exDate,
      company,
      shares: 0,
      amount: gross,
      receivedOn: correction?.receivedOn,
    });
  }

  /** Multiplies the shares of all lots together, so that only one fraction is left. */
  #rescale(entry: Entry, ratio: Ratio): void {
    const { company, sharesBefore, action } = entry;
    const book = this.#getBook(company);
    this.#countChange(entry, ratio);
    if (sharesBefore + entry.sharesChange === 0) this.#closeRest(entry, book);
    else rescaleLots(book, ratio);
    this.#move({ kind: 'rescale', date: action.exDate, company, shares: book.shares, amount: null });
  }

  /** Exchanges the shares for those of the company that continues it. The lots keep their dates. */
  #merge(entry: Entry, action: ShareAction & { kind: 'merger' }): void {
    const ratio = action.correction?.ratio ?? action.ratio;
    if (ratio === null) {
      entry.state = 'needs_ratio';
      return;
    }
    const { company } = entry;
    const successor = this.#history.names.resolve(action.successor);
    if (successor === company) {
      this.#rescale(entry, ratio);
      return;
    }
    const [book, into] = [this.#getBook(company), this.#getBook(successor)];
    this.#countChange(entry, ratio);
    if (entry.sharesBefore + entry.sharesChange === 0) this.#closeRest(entry, book);
    else rescaleLots(book, ratio);
    into.lots = [...into.lots.slice(into.first), ...book.lots.slice(book.first)].sort((a, b) =>
      compare(a.purchase.openedOn, b.purchase.openedOn),
    );
    into.first = 0;
    into.shares += book.shares;
    this.#books.set(company, { lots: [], first: 0, shares: 0 });
    const date = action.exDate;
    this.#move({ kind: 'rescale', date, company, shares: 0, amount: null });
    this.#move({ kind: 'rescale', date, company: successor, shares: into.shares, amount: null });
  }

  /** Counts the whole shares after a change, and the fraction that is paid in cash. */
  #countChange(entry: Entry, ratio: Ratio): void {
    const { sharesBefore, action } = entry;
    const after = multiplyDown(sharesBefore, ratio);
    entry.sharesChange = after - sharesBefore;
    const rest = BigInt(sharesBefore) * BigInt(ratio.numerator) - BigInt(after) * BigInt(ratio.denominator);
    entry.fraction = rest === 0n ? null : toRatio(Number(rest), ratio.denominator);
    const { cashInLieu, receivedOn } = action.correction ?? {};
    if (cashInLieu === undefined || after === 0) return;
    this.#result.cashInLieu += cashInLieu;
    const { company } = entry;
    this.#move({ kind: 'out', date: action.exDate, company, shares: 0, amount: cashInLieu, receivedOn });
  }

  /** Closes all lots, of which no whole share is left, for what is paid in cash. */
  #closeRest({ company, action, sharesBefore }: Entry, book: Book): void {
    const paid = action.correction?.cashInLieu ?? 0;
    let taken = 0;
    for (const part of takeShares(book, sharesBefore)) {
      const before = prorate(paid, taken, sharesBefore);
      taken += part.shares;
      const proceeds = prorate(paid, taken, sharesBefore) - before;
      this.#result.closings.push({ company, saleId: null, closedOn: action.exDate, proceeds, ...part });
    }
    const { exDate: date, correction } = action;
    const receivedOn = correction?.receivedOn;
    if (taken > 0) this.#move({ kind: 'out', date, company, shares: 0, amount: paid, receivedOn });
  }

  #getBook(company: string): Book {
    let book = this.#books.get(company);
    if (!book) {
      book = { lots: [], first: 0, shares: 0 };
      this.#books.set(company, book);
    }
    return book;
  }

  #move(movement: Movement): void {
    this.#result.movements.push(movement);
  }
}

/** A transfer without a price came or left at its value. */
const isUnpriced = (kind: HistoryTrade['kind'], amount: Paisa): boolean =>
  kind === 'transfer' && amount === 0;

/** Returns the shares after a bonus or a split for one before it. What the customer received of a bonus is a fact. */
export function getRescaleRatio(
  action: ShareAction & { kind: 'bonus' | 'split' },
  sharesBefore: number,
): Ratio {
  const { correction } = action;
  if (action.kind === 'split') return correction?.ratio ?? action.ratio;
  if (correction?.shares !== undefined && sharesBefore > 0)
    return toRatio(sharesBefore + correction.shares, sharesBefore);
  return addOne(action.ratio);
}

/**
 * Returns the first sale that exceeds what is held only with a change of the trades, or by more than without it; `null` if none does. Sales that
 * a corporate action made exceed are left alone.
 */
export function findRejectedSale(before: History, after: History): ExcessSale | null {
  const earlier = new Map(
    followHistory(before).excess.map(({ tradeId, shares, held }) => [tradeId, shares - held]),
  );
  return (
    followHistory(after).excess.find(
      ({ tradeId, shares, held }) => shares - held > (earlier.get(tradeId) ?? 0),
    ) ?? null
  );
}

/** Says why a change is rejected. `isEntered`: the sale itself is entered or changed; else it is a later one. */
export function describeRejectedSale({ symbol, date, shares, held }: ExcessSale, isEntered: boolean): string {
  const day = formatShortDate(date);
  return isEntered
    ? `You held ${held} shares of ${symbol} on ${day}. Short sales are not supported.`
    : `Your sale of ${shares} shares of ${symbol} on ${day} would exceed the ${held} that you held then.`;
}
