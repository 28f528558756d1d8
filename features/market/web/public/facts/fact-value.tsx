import { formatShortDate } from '#core/contract/dates.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import type { FactName } from '#features/market/contract/fact-names.ts';
import type { CompanyFacts } from '#features/market/contract/facts.ts';
import { Change, formatLarge } from './change.tsx';

type Kind =
  | 'percent'
  | 'share'
  | 'rupees'
  | 'count'
  | 'amount'
  | 'times'
  | 'index'
  | 'days'
  | 'ago'
  | 'date'
  | 'text';

interface FactColumn {
  label: string;
  kind: Kind;
  /** The prices that a value needs, for companies that have fewer: trading days, or as text. */
  needs?: number | string;
  /** Why it is missing of companies that have enough. */
  missing?: string;
}

const toChange = (label: string, needs: number | string): FactColumn => ({ label, kind: 'percent', needs });

/** The facts of companies as lists show them. */
export const FACT_COLUMNS: Readonly<Record<FactName, FactColumn>> = {
  symbol: { label: 'Symbol', kind: 'text' },
  name: { label: 'Company', kind: 'text' },
  sector: { label: 'Sector', kind: 'text' },
  date: { label: 'Date', kind: 'date' },
  close: { label: 'Close', kind: 'rupees' },
  change_1d: toChange('1 day', 2),
  change_1w: toChange('1 week', '1 week'),
  change_1m: toChange('1 month', '1 month'),
  change_3m: toChange('3 months', '3 months'),
  change_6m: toChange('6 months', '6 months'),
  change_1y: toChange('1 year', '1 year'),
  high_52w: { label: '52-week high', kind: 'rupees', needs: '52 weeks' },
  low_52w: { label: '52-week low', kind: 'rupees', needs: '52 weeks' },
  from_high_52w: toChange('From 52-week high', '52 weeks'),
  from_low_52w: toChange('From 52-week low', '52 weeks'),
  days_since_high: { label: 'Days since high', kind: 'days', needs: '52 weeks' },
  days_since_low: { label: 'Days since low', kind: 'days', needs: '52 weeks' },
  volume: { label: 'Volume', kind: 'count', missing: 'Not known' },
  average_volume_20: { label: 'Average volume', kind: 'count', needs: 20, missing: 'No volumes' },
  volume_ratio: { label: 'Volume to average', kind: 'times', needs: 20, missing: 'No volumes' },
  value: { label: 'Traded value', kind: 'amount', missing: 'Not known' },
  rsi_14: { label: 'RSI 14', kind: 'index', needs: 15 },
  sma_20: { label: '20-day average', kind: 'rupees', needs: 20 },
  sma_50: { label: '50-day average', kind: 'rupees', needs: 50 },
  sma_200: { label: '200-day average', kind: 'rupees', needs: 200 },
  from_sma_20: toChange('From 20-day average', 20),
  from_sma_50: toChange('From 50-day average', 50),
  from_sma_200: toChange('From 200-day average', 200),
  crossed_sma_200: { label: 'Crossed 200-day average', kind: 'ago', needs: 201 },
  macd_crossed: { label: 'MACD crossed', kind: 'ago', needs: 35 },
  atr_percent: { label: 'Volatility (ATR)', kind: 'share', needs: 14 },
  dividends_12m: { label: 'Dividends, 12 months', kind: 'rupees' },
  dividend_yield: { label: 'Dividend yield', kind: 'share' },
  next_ex_date: { label: 'Next ex-date', kind: 'date' },
  next_meeting_date: { label: 'Next meeting', kind: 'date' },
};

export const isNumeric = (name: FactName): boolean => !['text', 'date'].includes(FACT_COLUMNS[name].kind);

const formatAgo = (days: number) => `${days > 0 ? '▲' : '▼'} day ${Math.abs(days)}`;

/** A fact of a company. A missing one says why, on touch screens in its place. */
export function FactValue({ facts, name }: { facts: CompanyFacts; name: FactName }) {
  const { kind, needs, missing = 'None' } = FACT_COLUMNS[name];
  const value = facts[name];
  if (value === null) {
    const isNone = needs === undefined || (typeof needs === 'number' && facts.bars >= needs);
    const reason =
      typeof needs === 'number'
        ? `Needs ${needs} trading days, has ${facts.bars}`
        : `Needs ${needs}, has ${facts.bars} trading days`;
    return (
      <span key="unknown" className="text-muted" title={isNone ? undefined : reason}>
        <span aria-hidden="true">–</span>{' '}
        <span className={isNone ? 'sr-only' : 'sr-only text-xs pointer-coarse:not-sr-only'}>
          {isNone ? missing : reason}
        </span>
      </span>
    );
  }
  if (kind === 'percent') return <Change change={String(value)} />;
  if (kind === 'text') return <span>{value}</span>;
  return <Figure className="whitespace-nowrap">{format(kind, value)}</Figure>;
}

interface FactListProps {
  facts: CompanyFacts;
  names: readonly FactName[];
  className: string;
}

/** Facts of a company with their names. */
export const FactList = ({ facts, names, className }: FactListProps) => (
  <dl className={`grid grid-cols-2 ${className}`}>
    {names.map((name) => (
      <div key={name}>
        <dt className="text-xs text-muted">{FACT_COLUMNS[name].label}</dt>
        <dd>
          <FactValue facts={facts} name={name} />
        </dd>
      </div>
    ))}
  </dl>
);

function format(kind: Kind, value: string | number): string {
  switch (kind) {
    case 'count':
      return formatCount(Number(value));
    case 'amount':
      return formatLarge(Number(value));
    case 'share':
      return `${value}%`;
    case 'times':
      return `${value}×`;
    case 'ago':
      return formatAgo(Number(value));
    case 'date':
      return formatShortDate(String(value));
    default:
      return String(value);
  }
}
