import { type HierarchyRectangularNode, hierarchy, treemap } from 'd3-hierarchy';
import { MIN_RANKED_RUPEES, type Period } from '#features/market/contract/fact-names.ts';
import type { HeatMap, MarketOverview, RankedCompany } from '#features/market/contract/facts.ts';
import { formatChange } from './calculate-facts.ts';
import { formatRupees, getValue, type MarketRow, type MarketRows, NO_SECTOR } from './read-facts.ts';

const BEFORE = { '1D': 'close1dAgo', '1W': 'close1wAgo', '1M': 'close1mAgo', '1Y': 'close1yAgo' } as const;

interface MarketFilter {
  period: Period;
  symbol?: readonly string[] | undefined;
}

interface TradedCompany {
  row: MarketRow;
  /** The close from which its change counts; `null` if it is not known. */
  before: number | null;
  /** In percent, not rounded, so that a small change has a sign; 0 if it is not known. */
  change: number;
  value: bigint;
}

/** Lists the companies that meet the filter and were traded on the date. Those with a later bar are back when most have one. */
function listTraded({ date, rows }: MarketRows, { period, symbol = [] }: MarketFilter): TradedCompany[] {
  const symbols = new Set(symbol);
  return rows
    .filter(({ stored, isActive }) => isActive && stored.date === date && stored.volume !== 0)
    .filter(({ stored }) => symbols.size === 0 || symbols.has(stored.symbol))
    .map((row) => {
      const { close, [BEFORE[period]]: before } = row.stored;
      const change = before === null ? 0 : ((close - before) * 100) / before;
      return { row, before, change, value: getValue(row.stored) };
    });
}

const RANKED = 10;
const LEADERS = 3;

/** Sums up the companies of a date. */
export function summarizeMarket(market: MarketRows, filter: MarketFilter): Omit<MarketOverview, 'indices'> {
  const traded = listTraded(market, filter);
  const count = (meets: (company: TradedCompany) => boolean) => traded.filter(meets).length;
  const countChanges = (sign: number) =>
    count(({ before, change }) => before !== null && Math.sign(change) === sign);
  const ranked = traded.filter(({ value }) => value >= BigInt(MIN_RANKED_RUPEES) * 100n);
  const rank = (companies: TradedCompany[], compare: (a: TradedCompany, b: TradedCompany) => number) =>
    companies.toSorted(compare).slice(0, RANKED).map(presentRanked);
  const byChange = (a: TradedCompany, b: TradedCompany) => b.change - a.change;
  const changed = (sign: number) => ranked.filter(({ change }) => Math.sign(change) === sign);
  const withVolume = traded.filter(({ row }) => row.stored.volume !== null);
  return {
    date: market.date,
    breadth: {
      up: countChanges(1),
      down: countChanges(-1),
      unchanged: countChanges(0),
      upper_limit: count(({ row }) => row.stored.priceLimit === 'upper'),
      lower_limit: count(({ row }) => row.stored.priceLimit === 'lower'),
      new_highs: count(({ row }) => row.stored.daysSinceHigh === 0),
      new_lows: count(({ row }) => row.stored.daysSinceLow === 0),
    },
    volume: traded.reduce((sum, { row }) => sum + (row.stored.volume ?? 0), 0),
    value: formatRupees(traded.reduce((sum, { value }) => sum + value, 0n)),
    gainers: rank(changed(1), byChange),
    losers: rank(changed(-1), (a, b) => byChange(b, a)),
    most_traded_volume: rank(withVolume, (a, b) => (b.row.stored.volume ?? 0) - (a.row.stored.volume ?? 0)),
    most_traded_value: rank(withVolume, compareValues),
    sectors: groupBySector(traded).map(([sector, companies]) => ({
      sector,
      ...averageChanges(companies),
      companies: companies.length,
      leaders: companies.slice(0, LEADERS).map(({ row }) => row.stored.symbol),
    })),
  };
}

const presentRanked = ({ row: { facts, stored }, before }: TradedCompany): RankedCompany => ({
  symbol: facts.symbol,
  close: facts.close,
  change: before === null ? null : formatChange(before, stored.close),
  volume: facts.volume,
  value: facts.value,
});

const compareValues = (a: TradedCompany, b: TradedCompany) =>
  b.value > a.value ? 1 : b.value < a.value ? -1 : 0;

/** Returns the sectors by name, each with its companies by traded value. */
const groupBySector = (companies: TradedCompany[]): [string, TradedCompany[]][] =>
  [...Map.groupBy(companies.toSorted(compareValues), ({ row }) => row.facts.sector ?? NO_SECTOR)].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  );

/** Returns the mean of the known changes, plain and weighted by the traded value. */
function averageChanges(companies: readonly TradedCompany[]) {
  const withChange = companies.filter(({ before }) => before !== null);
  const average = (weigh: (company: TradedCompany) => number) => {
    const total = withChange.reduce((sum, company) => sum + weigh(company), 0);
    return total === 0
      ? null
      : format(withChange.reduce((sum, company) => sum + company.change * weigh(company), 0) / total);
  };
  return { change: average(() => 1), weighted_change: average(({ value }) => Number(value)) };
}

const format = (value: number) => value.toFixed(2).replace(/^-(?=[0.]+$)/, '');

const WIDTH = 1200;
const HEIGHT = 720;
const SECTOR_NAME_HEIGHT = 18;

interface Node {
  sector: string;
  company?: TradedCompany;
  children?: Node[];
}

/** Places the companies of a date in a rectangle, by sector, with the area of their traded values. */
export function drawHeatMap(market: MarketRows, filter: MarketFilter): HeatMap {
  const groups = groupBySector(listTraded(market, filter).filter(({ value }) => value > 0n));
  const children = groups.map(
    ([sector, companies]): Node => ({
      sector,
      children: companies.map((company) => ({ sector, company })),
    }),
  );
  const root = hierarchy<Node>({ sector: '', children })
    .sum(({ company }) => Number(company?.value ?? 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const layout = treemap<Node>()
    .size([WIDTH, HEIGHT])
    .paddingTop(SECTOR_NAME_HEIGHT)
    .paddingInner(2)
    .round(true);
  const nodes = layout(root);
  const place = ({ x0, y0, x1, y1 }: HierarchyRectangularNode<Node>) => ({
    x: x0,
    y: y0,
    width: x1 - x0,
    height: y1 - y0,
  });
  return {
    date: market.date,
    width: WIDTH,
    height: HEIGHT,
    sectors: (nodes.children ?? []).map((node) => ({ sector: node.data.sector, ...place(node) })),
    companies: (children.length === 0 ? [] : nodes.leaves()).flatMap((node) => {
      const { sector, company } = node.data;
      return company ? [{ ...presentRanked(company), sector, ...place(node) }] : [];
    }),
  };
}
