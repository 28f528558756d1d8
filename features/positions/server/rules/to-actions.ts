import { addDays, type LocalDate } from '#core/contract/dates.ts';
import {
  isOnlySplit,
  parseSplit,
  type StoredClosure,
} from '#features/corporate-actions/server/corporate-actions.ts';
import type { ActionKind } from '#features/positions/contract/actions.ts';
import { type Paisa, parseQuotient, parseRatio, type Ratio, toPaisa, toRatio } from './amounts.ts';
import type { Entry } from './follow-history.ts';
import type { Correction, History, HistoryTrade, ShareAction, SymbolChange, SymbolNames } from './history.ts';

/** A book closure with its payout, as corporate actions read it. */
export type AnnouncedClosure = Omit<StoredClosure, 'id' | 'parts' | 'revisions'> & {
  parts: readonly Pick<StoredClosure['parts'][number], 'kind' | 'percent' | 'premiumPerShare'>[];
  revisions: readonly { bcFrom: LocalDate; payout: string }[] | null;
};

const DEFAULT_FACE_VALUE = '10';

/** Returns the actions of a closure: all its cash together, its bonuses and rights, and a split or a consolidation. */
export function toActions(closure: AnnouncedClosure): ShareAction[] {
  const { eventKey, symbol, exDate, isExDateEstimated, bcFrom, payout } = closure;
  const actions: ShareAction[] = [];
  const toBase = (kind: ActionKind) => ({
    key: `closure:${eventKey}:${kind}:${actions.filter((action) => action.kind === kind).length}`,
    // As `recordAdjustments` names it.
    adjustment: `closure:${eventKey}:${kind === 'cash' ? 'dividend' : actions.filter((action) => action.kind !== 'cash').length}`,
    symbol,
    exDate,
    isExDateEstimated,
    description: payout,
    correction: null,
    isOwn: false,
    earlier: (closure.revisions ?? []).map((each) => ({ bcFrom: each.bcFrom, payout: each.payout })),
  });
  if (closure.rupeesPerShare !== null)
    actions.push({ ...toBase('cash'), kind: 'cash', ratio: parsePaisaRatio(closure.rupeesPerShare) });
  for (const { kind, percent, premiumPerShare } of closure.parts) {
    if (percent === null || kind === 'cash') continue;
    const ratio = parseRatio(percent, 100);
    if (kind === 'bonus') actions.push({ ...toBase(kind), kind, ratio, bcFrom });
    else actions.push({ ...toBase(kind), kind, ratio, price: toRightPrice(closure, premiumPerShare) });
  }
  const ratio = parseShareRatio(payout);
  if (ratio !== null) actions.push({ ...toBase('split'), kind: 'split', ratio });
  if (!closure.isPayoutUnderstood && !isOnlySplit(payout) && !isOnlyConsolidation(payout))
    actions.push({ ...toBase('unclear'), kind: 'unclear' });
  return actions;
}

/** Returns the paisa for a share. */
function parsePaisaRatio(rupees: string): Ratio {
  const { numerator, denominator } = parseRatio(rupees);
  return toRatio(numerator * 100, denominator);
}

/** Rights are offered at the face value and the announced premium. */
const toRightPrice = ({ faceValue }: AnnouncedClosure, premium: string | null): Paisa | null =>
  premium === null ? null : toPaisa(faceValue ?? DEFAULT_FACE_VALUE) + toPaisa(premium);

/** `Consolidation of shares 10:1`, `reverse split, 10 shares into 1` */
const CONSOLIDATION =
  /\b(?:consolidat\w*|reverse\s+(?:stock\s+)?split)\b[^\d%]{0,60}(\d{1,4})\s*(?:ordinary\s+)?(?:shares?\s+)?(?::|for|to|into)\s*(\d{1,4})\b/i;

const isOnlyConsolidation = (text: string): boolean => CONSOLIDATION.test(text) && !text.includes('%');

/** Returns the shares after a split or a consolidation for one before it; `null` if the text has none. */
function parseShareRatio(text: string): Ratio | null {
  const [, first = '', second = ''] = CONSOLIDATION.exec(text) ?? [];
  const [many, few] = [Math.max(Number(first), Number(second)), Math.min(Number(first), Number(second))];
  if (few > 0 && many > few) return parseQuotient(String(few), String(many));
  const split = parseSplit(text);
  return split && parseQuotient(split.newShares, split.oldShares);
}

/** An action that a customer entered because the product misses it. */
export interface OwnAction {
  symbol: string;
  kind: 'cash' | 'bonus' | 'split' | 'merger';
  exDate: LocalDate;
  /** Rupees a share, or the percentage of a bonus. */
  amount?: string | undefined;
  ratio?: Ratio | undefined;
  successor?: string | undefined;
}

function toOwnAction(key: string, own: OwnAction, correction: Correction | null): ShareAction | null {
  const { symbol, kind, exDate, amount = '0', ratio, successor } = own;
  const base = {
    ...{ key, symbol, exDate, correction, isExDateEstimated: false, isOwn: true, earlier: [] },
    description: 'Entered by you',
  };
  if (kind === 'cash') return { ...base, kind, ratio: parsePaisaRatio(amount) };
  if (kind === 'bonus') return { ...base, kind, ratio: parseRatio(amount, 100), bcFrom: exDate };
  if (kind === 'split') return ratio ? { ...base, kind, ratio } : null;
  return successor ? { ...base, kind, ratio: ratio ?? null, successor } : null;
}

/**
 * The shares of the successor for one share, as they were announced or reported; others are asked for. SILK and ENGRO are left out: papers
 * contradict each other, or none has the ratio.
 */
const MERGER_RATIOS: ReadonlyMap<string, Ratio> = new Map([
  ['FFBL', parseQuotient('1', '4.29')],
  ['DHPL', parseQuotient('4.7724', '100')],
  ['CYAN', parseQuotient('7.2974', '100')],
  ['META', parseQuotient('0.24', '1')],
  ['MODAM', parseQuotient('65.03', '1000')],
  ['LSEPL', parseQuotient('0.83', '1')],
]);

/** Returns the renames and mergers of the directory as actions. Those without a date say nothing about shares of today. */
function toSymbolActions(changes: readonly SymbolChange[]): ShareAction[] {
  return changes.flatMap(({ kind, from, to, date }): ShareAction[] => {
    if (date === null) return [];
    const base = {
      ...{ key: `symbol:${from}`, symbol: from, exDate: date, successor: to },
      ...{ correction: null, isOwn: false, isExDateEstimated: false, earlier: [] },
    };
    if (kind === 'renamed') return [{ ...base, kind: 'rename', description: `Renamed, now ${to}` }];
    const ratio = MERGER_RATIOS.get(from) ?? null;
    return [{ ...base, kind: 'merger', ratio, description: `Merged into ${to}` }];
  });
}

interface DirectoryChange {
  kind?: string;
  status?: string;
  successor: string | null;
  date: string | null;
}

/** Returns the renames and mergers of the table of changes. What an administrator has entered about a symbol counts instead. */
export function listSymbolChanges(
  table: ReadonlyMap<string, DirectoryChange>,
  edits: ReadonlyMap<string, DirectoryChange>,
): SymbolChange[] {
  return [...new Map([...table, ...edits])].flatMap(([from, { kind, status = kind, successor, date }]) =>
    successor !== null && (status === 'renamed' || status === 'merged')
      ? [{ kind: status, from, to: successor, date: toFullDate(date) }]
      : [],
  );
}

/** The table has months and years too. */
const toFullDate = (date: string | null): LocalDate | null =>
  date === null ? null : `${date}-01-01`.slice(0, 'YYYY-MM-DD'.length);

/** Creates the names of companies from renames. A merger is no name: its shares are others. */
export function createNames(changes: readonly SymbolChange[]): SymbolNames {
  const next = new Map(
    changes.flatMap((change) => (change.kind === 'renamed' ? [[change.from, change]] : [])),
  );
  const previous = Map.groupBy(next.values(), ({ to }) => to);
  const resolve = (symbol: string) => {
    const seen = new Set([symbol]);
    let name = symbol;
    for (let change = next.get(name); change && !seen.has(change.to); change = next.get(name)) {
      name = change.to;
      seen.add(name);
    }
    return name;
  };
  const listNames = (id: string) => {
    const names = [id];
    for (const name of names)
      for (const { from } of previous.get(name) ?? []) if (!names.includes(from)) names.push(from);
    return names;
  };
  return {
    resolve,
    listNames,
    nameOn(id, date) {
      let name = id;
      for (;;) {
        const later = previous.get(name)?.find((change) => change.date !== null && change.date > date);
        if (!later || later.from === id) return name;
        name = later.from;
      }
    },
  };
}

/** What the history of a customer is made of. */
export interface HistorySources {
  trades: readonly HistoryTrade[];
  closures: readonly AnnouncedClosure[];
  changes: readonly SymbolChange[];
  /** The sources of the adjustments of prices that an administrator has removed: their actions are ignored. */
  removed?: ReadonlySet<string>;
  corrections: ReadonlyMap<string, Correction>;
  ownActions: ReadonlyMap<string, OwnAction>;
  until: LocalDate;
}

/** Puts the history of a customer together. A rename that a customer ignores renames nothing. */
export function createHistory({ trades, corrections, until, ...sources }: HistorySources): History {
  const own = [...sources.ownActions].flatMap(
    ([key, action]) => toOwnAction(key, action, corrections.get(key) ?? null) ?? [],
  );
  const actions = [...sources.closures.flatMap(toActions), ...toSymbolActions(sources.changes), ...own];
  const names = createNames(
    sources.changes.filter(({ from }) => corrections.get(`symbol:${from}`)?.decision !== 'ignored'),
  );
  return {
    trades,
    actions: actions.map((action) => ({
      ...action,
      correction:
        corrections.get(action.key) ??
        (sources.removed?.has(action.adjustment ?? '') ? { decision: 'ignored' } : action.correction),
    })),
    names,
    until,
  };
}

/** How long before and after the ex-date a customer may enter the same shares: bonus shares are credited late. */
const DUPLICATE_DAYS = { before: 5, after: 150 };
/** Announcements and customers may use different dates of one action, such as the ex-date and the payment date, at most so many days apart. */
const SAME_ACTION_DAYS = 30;

/** Finds trades and actions that seem to add the same shares as an entry, by the key of the entry. */
export function findDuplicates(
  entries: readonly Entry[],
  trades: readonly HistoryTrade[],
  names: SymbolNames,
): Map<string, 'trade' | 'action'> {
  const byCompany = Map.groupBy(
    trades.filter(({ side, kind, amount }) => side === 'buy' && (kind === 'allotment' || amount === 0)),
    ({ symbol }) => names.resolve(symbol),
  );
  const hasTrade = ({ action, company, state, sharesChange, offered }: Entry) => {
    const shares =
      state === 'taken' || state === 'offered' ? (action.correction?.shares ?? offered) : sharesChange;
    const from = addDays(action.exDate, -DUPLICATE_DAYS.before);
    const until = addDays(action.exDate, DUPLICATE_DAYS.after);
    return (byCompany.get(company) ?? []).some(
      (trade) => trade.shares === shares && trade.date >= from && trade.date <= until,
    );
  };
  const applied = Map.groupBy(
    entries.filter(({ state }) => state !== 'ignored'),
    ({ company, action }) => `${company} ${action.kind}`,
  );
  const hasAction = ({ action, company, state }: Entry) =>
    state !== 'ignored' &&
    (applied.get(`${company} ${action.kind}`) ?? []).some(
      ({ action: other }) =>
        (action.isOwn || other.isOwn) &&
        action.key !== other.key &&
        other.exDate >= addDays(action.exDate, -SAME_ACTION_DAYS) &&
        other.exDate <= addDays(action.exDate, SAME_ACTION_DAYS),
    );
  return new Map(
    entries.flatMap((entry) => {
      const duplicate = hasTrade(entry) ? 'trade' : hasAction(entry) ? 'action' : null;
      return duplicate ? [[entry.action.key, duplicate] as const] : [];
    }),
  );
}
