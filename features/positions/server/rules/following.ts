import type { LocalDate } from '#core/contract/dates.ts';
import {
  CAUSES,
  type Cause,
  type FollowedSignal,
  type Following,
} from '#features/positions/contract/following.ts';
import type { FollowedResult } from '#features/signals/server/signals.ts';
import { formatAmount, formatOptional, type Paisa } from './amounts.ts';
import type { Closing, Followed, OpenLot } from './follow-history.ts';
import type { HistoryTrade, SymbolNames } from './history.ts';
import type { Purchase } from './lots.ts';
import { countPurchased, toR } from './summarize.ts';
import type { Pricer } from './value-history.ts';

interface FollowingSources {
  followed: Pick<Followed, 'closings' | 'lots'>;
  trades: readonly HistoryTrade[];
  names: SymbolNames;
  pricer: Pricer;
  asOf: LocalDate;
  /** By the ID of the signal; one that the customer may not read is missing. */
  records: ReadonlyMap<string, FollowedResult>;
  /** The shares that the calculator suggested, by the ID of the signal. */
  plannedShares: ReadonlyMap<string, number>;
}

/** Compares each followed signal with what the customer earned with it, newest first. */
export function compareFollowed(sources: FollowingSources): FollowedSignal[] {
  const { followed, trades, asOf } = sources;
  const hasSignal = ({ purchase }: { purchase: Purchase }) => purchase.signalId !== null;
  const getSignal = ({ purchase }: { purchase: Purchase }) => purchase.signalId ?? '';
  const closings = Map.groupBy(followed.closings.filter(hasSignal), getSignal);
  const lots = Map.groupBy(followed.lots.filter(hasSignal), getSignal);
  const bought = trades.filter(
    ({ side, date, signalId }) => side === 'buy' && signalId !== null && date <= asOf,
  );
  return [...Map.groupBy(bought, ({ signalId }) => signalId ?? '')]
    .map(([signalId, purchases]) =>
      compareSignal({
        ...sources,
        signalId,
        purchases,
        closings: closings.get(signalId) ?? [],
        lots: lots.get(signalId) ?? [],
      }),
    )
    .sort((a, b) => (a.mine.opened_on < b.mine.opened_on ? 1 : -1));
}

interface SignalSources extends FollowingSources {
  signalId: string;
  purchases: readonly HistoryTrade[];
  closings: readonly Closing[];
  lots: readonly OpenLot[];
}

function compareSignal(sources: SignalSources): FollowedSignal {
  const { signalId, purchases, closings, lots, names, asOf, records, plannedShares } = sources;
  const record = records.get(signalId);
  const parts = listParts(sources);
  // Without those that were transferred to another account.
  const shares = Math.round(sum(parts, ({ purchased }) => purchased));
  const planned = plannedShares.get(signalId) ?? shares;
  const gain = parts.some(({ received }) => received === null)
    ? null
    : sum(parts, ({ received, cost }) => (received ?? 0) - cost);
  const isFinal = lots.length === 0;
  const result = record?.result ?? null;
  return {
    signal_id: signalId,
    symbol: names.nameOn(names.resolve(purchases[0]?.symbol ?? ''), asOf),
    record:
      record && result
        ? {
            r_multiple: (result.r - result.costs / record.risk).toFixed(2),
            is_final: result.endedOn !== null,
            rupees: formatAmount(getRecordGain(record.risk, result, planned)),
            filled_on: result.filledOn,
            ended_on: result.endedOn,
          }
        : null,
    mine: {
      r_multiple: record && gain !== null ? toR(gain, record.risk * shares) : null,
      is_final: isFinal,
      rupees: formatOptional(gain),
      shares,
      planned_shares: planned,
      opened_on: purchases.reduce((first, { date }) => (date < first ? date : first), asOf),
      closed_on: isFinal ? (closings.at(-1)?.closedOn ?? null) : null,
    },
    causes:
      record && result && gain !== null
        ? listCauses(parts, { ...sources, risk: record.risk, result, shares, planned, gain })
        : [],
  };
}

type RecordResult = NonNullable<FollowedResult['result']>;

/** Returns what the record earned with as many shares, after the costs that it assumes. */
const getRecordGain = (risk: Paisa, { r, costs }: RecordResult, shares: number): Paisa =>
  Math.round((r * risk - costs) * shares);

/** Shares of a purchase that were sold, or are held. */
interface PartOfTrade {
  purchase: Purchase;
  /** As many as were purchased, whatever splits and bonuses made of them since. */
  purchased: number;
  cost: Paisa;
  /** After costs; of shares that are held their value, `null` without a close. */
  received: Paisa | null;
  soldOn: LocalDate | null;
  /** The costs of the sale. */
  costs: Paisa;
}

function listParts({ closings, lots, trades, pricer, asOf }: SignalSources): PartOfTrade[] {
  const sales = new Map(
    trades.flatMap((trade) => (trade.side === 'sell' ? [[trade.id, trade] as const] : [])),
  );
  return [
    ...closings.map(({ purchase, cost, proceeds, closedOn, saleId, shares }) => {
      const sale = sales.get(saleId ?? -1);
      const costs = sale ? (sale.costs * shares) / sale.shares : 0;
      return {
        purchase,
        purchased: countPurchased(purchase, cost),
        cost,
        received: proceeds,
        soldOn: closedOn,
        costs,
      };
    }),
    ...lots.map(({ company, purchase, cost, shares }) => {
      const price = pricer.find(company, asOf);
      const received = price && price.close * shares;
      return { purchase, purchased: countPurchased(purchase, cost), cost, received, soldOn: null, costs: 0 };
    }),
  ];
}

interface CauseSources {
  risk: Paisa;
  result: RecordResult;
  shares: number;
  planned: number;
  gain: Paisa;
}

/**
 * Explains the difference to the record, in rupees and in R of the customer's shares. A purchase after the day of the record's entry is a later
 * entry, and a sale before or after its end an earlier or later exit; on the same day they are at another price. What rounding leaves is
 * of the price.
 */
function listCauses(
  parts: readonly PartOfTrade[],
  { risk, result, shares, planned, gain }: CauseSources,
): FollowedSignal['causes'] {
  const amounts = new Map<Cause, number>();
  const add = (cause: Cause, amount: number) => amounts.set(cause, (amounts.get(cause) ?? 0) + amount);
  for (const { purchase, purchased, received, soldOn, costs } of parts) {
    const price = purchase.amount / purchase.shares;
    add(
      purchase.openedOn > result.filledOn ? 'later_entry' : 'other_price',
      (result.fillPrice - price) * purchased,
    );
    const gross = (received ?? 0) + costs;
    add(toExitCause(soldOn, result.endedOn), gross - (result.fillPrice + result.r * risk) * purchased);
    add('costs', (result.costs - purchase.costs / purchase.shares) * purchased - costs);
  }
  const perShare = result.r * risk - result.costs;
  add('fewer_shares', perShare * (shares - planned));
  const rupees = new Map([...amounts].map(([cause, amount]) => [cause, Math.round(amount)]));
  const rest = gain - getRecordGain(risk, result, planned) - sum([...rupees.values()], (amount) => amount);
  rupees.set('other_price', (rupees.get('other_price') ?? 0) + rest);
  return CAUSES.flatMap((cause) => {
    const amount = rupees.get(cause) ?? 0;
    if (amount === 0) return [];
    // Fewer shares earn fewer rupees, and as much for what is risked.
    const r = cause === 'fewer_shares' ? null : toR(amount, risk * shares);
    return [{ cause, r_multiple: r ?? '0.00', rupees: formatAmount(amount) }];
  });
}

function toExitCause(soldOn: LocalDate | null, endedOn: LocalDate | null): Cause {
  if (soldOn === null) return 'still_open';
  if (endedOn === null || soldOn < endedOn) return 'earlier_exit';
  return soldOn > endedOn ? 'later_exit' : 'other_price';
}

/** Adds up the followed signals. Only those with both results are compared. */
export function sumFollowed(
  results: readonly FollowedSignal[],
  published: number | null,
): Following['summary'] {
  const compared = results.filter(
    ({ record, mine }) => record !== null && mine.rupees !== null && mine.r_multiple !== null,
  );
  const add = (get: (result: FollowedSignal) => string | null | undefined) =>
    sum(compared, (result) => Math.round(Number(get(result) ?? 0) * 100));
  return {
    followed: results.length,
    published,
    compared: compared.length,
    record_r: formatAmount(add(({ record }) => record?.r_multiple)),
    mine_r: formatAmount(add(({ mine }) => mine.r_multiple)),
    record_rupees: formatAmount(add(({ record }) => record?.rupees)),
    mine_rupees: formatAmount(add(({ mine }) => mine.rupees)),
  };
}

const sum = <Item>(items: readonly Item[], get: (item: Item) => number): number =>
  items.reduce((total, item) => total + get(item), 0);
