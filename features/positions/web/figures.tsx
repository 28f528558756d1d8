import type { keepPreviousData } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import { Link } from 'react-router';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { EndpointInput, EndpointShape } from '#core/contract/endpoint.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { LIST_STALE_MS } from '#core/web/api/query-options.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { useAccountKey, useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';

/** The prefix of the query keys of all that follows from the trades of the customer. */
export const usePositionsKey = () => useAccountKey('positions');

/** Queries what the signed-in customer has: again after a change of it, and when prices may have changed. `error` is a message. */
export function usePositionsQuery<E extends EndpointShape>(
  endpoint: E,
  input: EndpointInput<E>,
  options: { placeholderData?: typeof keepPreviousData } = {},
) {
  const queryKey = [...usePositionsKey(), endpoint.path, input];
  const { data, error, isFetching, refetch } = useAccountQuery(queryKey, () => api(endpoint, input), {
    staleTime: LIST_STALE_MS,
    refetchInterval: LIST_STALE_MS,
    ...options,
  });
  return { data, error: error && getErrorMessage(error), isFetching, refetch };
}

/** Of a company: the first ones are sold first. */
const MAX_LOTS = 50;

/** Returns the first lots of a company, and a text about the others. */
export const listFirstLots = <Lot,>(lots: readonly Lot[]) => ({
  first: lots.slice(0, MAX_LOTS),
  others: lots.length > MAX_LOTS && `and ${formatCount(lots.length - MAX_LOTS)} later ones`,
});

const DAY_MS = 86_400_000;

/** Returns the number of days between two dates. */
export const countDays = (from: LocalDate, until: LocalDate): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** Named next to the figures that depend on which shares were sold. */
export const METHOD = 'first in, first out';

/** Formats a decimal with groups of digits: `-1234567.50` as `−1,234,567.50`. */
export function formatAmount(amount: string): string {
  const [whole = '0', decimals] = amount.split('.');
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${digits}${decimals === undefined ? '' : `.${decimals}`}`.replace('-', '\u2212');
}

export const formatRupees = (amount: string): string => `Rs. ${formatAmount(amount)}`;

/** Formats a fraction as a change in percent: `-0.125000` as `−12.50%`. */
export const formatPercent = (fraction: string): string =>
  `${formatSigned((Number(fraction) * 100).toFixed(2).replace(/^-(?=0\.00$)/, ''))}%`;

const GROUPED = /^\d{1,3}((,\d{2,3})*,\d{3})?(\.\d*)?$/;

/** Removes the commas that group digits of a typed number. Others may separate decimals: the server rejects them. */
export const ungroup = (text: string): string =>
  GROUPED.test(text.trim()) ? text.replaceAll(',', '').trim() : text.trim();

/** An amount in rupees; a dash if it is not known. */
export const Amount = ({ value }: { value: string | null }) => (
  <Figure>{value === null ? '–' : formatAmount(value)}</Figure>
);

interface GainProps {
  amount?: string | null;
  /** On a second line. */
  fraction?: string | null;
  /** Follows the amount: `R`. */
  unit?: string;
}

/** A gain or a loss, which differ by sign, arrow and color. A dash if it is not known. */
export function Gain({ amount = null, fraction = null, unit = '' }: GainProps) {
  const value = Number(amount ?? fraction);
  if (amount === null && fraction === null) return <Amount value={null} />;
  const text = amount !== null && `${value > 0 ? '+' : ''}${formatAmount(amount)}${unit && ` ${unit}`}`;
  return (
    <Figure className={value > 0 ? 'text-gain' : value < 0 ? 'text-loss' : ''}>
      <span aria-hidden="true">{value > 0 ? '▲ ' : value < 0 ? '▼ ' : ''}</span>
      <span>{text}</span>
      {fraction !== null && <span className={text ? 'block text-xs' : ''}>{formatPercent(fraction)}</span>}
    </Figure>
  );
}

/** Cells that show one field of their row. */
export const showAmount =
  <Name extends string>(name: Name) =>
  (row: Record<Name, string | null>) => <Amount value={row[name]} />;
export const showGain =
  <Name extends string>(name: Name) =>
  (row: Record<Name, string | null>) => <Gain amount={row[name]} />;
export const showDate =
  <Name extends string>(name: Name) =>
  ({ [name]: date }: Record<Name, string | null>) => (
    <Figure>{date === null ? '–' : formatShortDate(date)}</Figure>
  );
export const showShares = ({ shares }: { shares: number }) => <Figure>{formatCount(shares)}</Figure>;

/** Invented companies and signals have no pages. */
export const IsInvented = createContext(false);

export const Company = ({ symbol }: { symbol: string }) => (
  <SymbolLink symbol={symbol} hasPage={!use(IsInvented)} />
);

/** A link to the signal that a trade followed, if it followed one. */
export const SignalLink = ({ id }: { id: string | null }) =>
  id !== null &&
  !use(IsInvented) && (
    <Link to={getSignalPath(id)} className="link ms-2 text-xs">
      Signal
    </Link>
  );

/** The main figures of a view, each with its method or what it leaves out. */
export const Totals = ({ items }: { items: [name: string, figure: ReactNode, note?: string][] }) => (
  <dl className="mb-5 grid grid-cols-2 gap-x-4 gap-y-3 border-b border-line pb-3 sm:flex sm:flex-wrap sm:gap-x-10">
    {items.map(([name, figure, note]) => (
      <div key={name} className="min-w-0">
        <dt className="text-xs text-muted">{name}</dt>
        <dd className="font-semibold">
          <div>{figure}</div>
          {note && <span className="block text-xs font-normal text-muted">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

const FIRST_ROWS = 100;

/** Returns the first rows of a long list, and the button that shows more of them. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(FIRST_ROWS);
  const more = rows.length > count && (
    <Button variant="secondary" size="small" className="mt-3" onClick={() => setCount(count + FIRST_ROWS)}>
      {`Show more of ${formatCount(rows.length)}`}
    </Button>
  );
  return { first: rows.slice(0, count), more };
}
