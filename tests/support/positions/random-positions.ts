import { addDays } from '#core/contract/dates.ts';
import { parseQuotient, parseRatio, toAmount } from '#features/positions/server/rules/amounts.ts';
import type {
  ClosePoint,
  Correction,
  HistoryTrade,
  ShareAction,
  SymbolChange,
} from '#features/positions/server/rules/history.ts';
import { createRandom } from '#tests/support/evaluation/random-histories.ts';

export interface RandomHistory {
  /** As a customer enters them, one after the other: some sell too much. */
  proposed: HistoryTrade[];
  actions: ShareAction[];
  changes: SymbolChange[];
  prices: Map<string, ClosePoint[]>;
  until: string;
  /** Changes of actions and trades after all were entered. */
  revisions: Revision[];
}

/** A closure that moves or whose import is reverted, or an edit of the customer. */
export type Revision =
  | { kind: 'move'; key: string; exDate: string }
  | { kind: 'withdraw'; key: string }
  | { kind: 'correct'; key: string; correction: Correction | null }
  | { kind: 'edit'; id: number; shares: number; date: string }
  | { kind: 'delete'; id: number };

/** `OLD` is renamed to `AAA`, and `TGT` is merged into `BBB`. */
const SYMBOLS = ['AAA', 'OLD', 'BBB', 'TGT', 'CCC'];
const SPLITS = [
  parseQuotient('5', '1'),
  parseQuotient('2', '1'),
  parseQuotient('10', '1'),
  parseQuotient('3', '2'),
  parseQuotient('1', '10'),
  parseQuotient('1', '4'),
];
const PERCENTS = ['10', '5', '12.5', '20', '100', '23.855376', '33.33'];
const DIVIDENDS = ['1', '2.5', '0.75', '25', '2.3855376'];
const MERGERS = [
  parseQuotient('1', '4.29'),
  parseQuotient('0.83', '1'),
  parseQuotient('1', '325'),
  parseQuotient('7.2974', '100'),
];

/** Makes the history of a customer that the seed determines. */
export function makePositions(seed: number): RandomHistory {
  const random = createRandom(seed);
  const pick = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chance = (share: number) => random() < share;
  const choose = <Item>(items: readonly Item[]): Item => items[pick(0, items.length - 1)] as Item;

  const start = choose(['2012-11-05', '2021-03-01', '2022-08-15', '2024-02-20', '2025-05-12']);
  const length = pick(20, 1_700);
  const until = addDays(start, length);
  // Few dates, so that trades and actions meet.
  const dates = Array.from({ length: pick(4, 30) }, () => addDays(start, pick(0, length)));
  const isLarge = chance(0.1);

  const proposed = Array.from({ length: pick(1, 40) }, (_, index): HistoryTrade => {
    const isSale = chance(0.4);
    const kind = isSale
      ? choose(['trade', 'trade', 'trade', 'transfer'] as const)
      : choose(['trade', 'trade', 'trade', 'opening', 'transfer', 'allotment'] as const);
    const shares = isLarge ? pick(1, 40_000_000) : pick(1, chance(0.5) ? 12 : 700);
    const price = kind !== 'trade' && chance(0.3) ? '0.00' : makePrice();
    return {
      id: index + 1,
      symbol: choose(SYMBOLS),
      side: isSale ? 'sell' : 'buy',
      kind,
      date: choose(dates),
      shares,
      amount: toAmount(shares, price),
      costs: price === '0.00' && chance(0.7) ? 0 : pick(0, 30_000),
      signalId: null,
    };
  });

  function makePrice(): string {
    const decimals = pick(2, 4);
    return `${pick(0, 2_000)}.${String(pick(1, 10 ** decimals - 1)).padStart(decimals, '0')}`;
  }

  const changes: SymbolChange[] = [
    ...(chance(0.6) ? [{ kind: 'renamed', from: 'OLD', to: 'AAA', date: choose(dates) } as const] : []),
    ...(chance(0.1) ? [{ kind: 'renamed', from: 'ANCIENT', to: 'OLD', date: null } as const] : []),
  ];

  const actions = Array.from({ length: pick(0, 9) }, (_, index) => makeAction(`closure:${index}`));
  if (chance(0.5)) {
    const ratio = chance(0.15) ? null : choose(MERGERS);
    actions.push({
      ...makeBase('symbol:TGT'),
      symbol: 'TGT',
      kind: 'merger',
      successor: 'BBB',
      ratio,
      correction: ratio === null && chance(0.5) ? { ratio: parseQuotient('2', '3') } : null,
    });
  }

  function makeBase(key: string) {
    return {
      key,
      symbol: choose(SYMBOLS),
      exDate: choose(dates),
      isExDateEstimated: true,
      description: '',
      correction: null,
      isOwn: false,
      earlier: [],
    };
  }

  function makeAction(key: string): ShareAction {
    const base = makeBase(key);
    switch (choose(['cash', 'cash', 'bonus', 'right', 'split'] as const)) {
      case 'cash':
        return {
          ...base,
          kind: 'cash',
          ratio: parseRatio(`${Number(choose(DIVIDENDS)) * 100}`),
          correction: makeReceipt(base.exDate),
        };
      case 'bonus': {
        const correction = makeBonusCorrection();
        return {
          ...base,
          kind: 'bonus',
          ratio: parseRatio(choose(PERCENTS), 100),
          bcFrom: base.exDate,
          correction,
        };
      }
      case 'right':
        return {
          ...base,
          kind: 'right',
          ratio: parseRatio(choose(PERCENTS), 100),
          price: chance(0.8) ? pick(1_000, 9_000) : null,
          correction: makeRightCorrection(base.exDate),
        };
      case 'split':
        return { ...base, kind: 'split', ratio: choose(SPLITS), correction: makeCashCorrection() };
    }
  }

  function makeBonusCorrection(): Correction | null {
    if (chance(0.1)) return { decision: 'ignored' };
    if (chance(0.1)) return { withholding: pick(0, 50_000) };
    return chance(0.15) ? { shares: pick(1, 30) } : makeCashCorrection();
  }

  function makeReceipt(exDate: string): Correction | null {
    if (chance(0.6)) return null;
    return {
      ...(chance(0.6) ? { withholding: pick(0, 50_000) } : {}),
      ...(chance(0.6) ? { receivedOn: addDays(exDate, pick(0, 300)) } : {}),
    };
  }

  function makeCashCorrection(): Correction | null {
    return chance(0.3) ? { cashInLieu: pick(1, 20_000) } : null;
  }

  function makeRightCorrection(exDate: string): Correction | null {
    if (chance(0.3)) return { decision: 'lapsed' };
    if (chance(0.5)) return null;
    return {
      decision: 'taken',
      shares: pick(1, 60),
      ...(chance(0.7) ? { date: addDays(exDate, pick(5, 60)) } : {}),
      amount: pick(10_000, 500_000),
      costs: pick(0, 500),
    };
  }

  const revisions = Array.from({ length: pick(0, 4) }, (): Revision => {
    const action = choose(actions.length > 0 ? actions : [null]);
    const isOfTrade = action === null || chance(0.4);
    const id = pick(1, proposed.length);
    if (isOfTrade && chance(0.5)) return { kind: 'delete', id };
    if (isOfTrade) return { kind: 'edit', id, shares: pick(1, 200), date: choose(dates) };
    const { key } = action;
    if (chance(0.5)) return { kind: 'move', key, exDate: choose(dates) };
    if (chance(0.5)) return { kind: 'withdraw', key };
    return { kind: 'correct', key, correction: chance(0.5) ? null : { decision: 'ignored' } };
  });

  const prices = new Map(
    SYMBOLS.filter(() => chance(0.95)).map((symbol): [string, ClosePoint[]] => {
      let close = pick(500, 90_000);
      const points: ClosePoint[] = [];
      for (let day = -pick(0, 20); day <= length; day += pick(1, 25)) {
        close = Math.max(1, Math.round(close * (0.85 + random() * 0.33)));
        points.push({ date: addDays(start, day), close });
      }
      return [symbol, points];
    }),
  );
  return { proposed, actions, changes, prices, until, revisions };
}
