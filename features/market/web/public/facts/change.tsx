import { Figure } from '#core/web/ui/figure.tsx';

const LARGE = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});

/** Formats a large amount with its first digits: `1.25B`, `12.5M`, `900K`. */
export const formatLarge = (amount: number): string =>
  amount < 1_000 ? String(Math.round(amount)) : LARGE.format(amount);

/** Formats the value of an index: `163,637.29`. */
export const formatIndex = (value: string): string => value.replace(/\B(?=(\d{3})+\.)/g, ',');

/** Formats a change in percent with the typographic minus sign, which is as wide as the plus: `−1.25%`. */
export const formatPercent = (change: string): string =>
  change.startsWith('-') ? `−${change.slice(1)}%` : `${Number(change) > 0 ? '+' : ''}${change}%`;

/** A change in percent, which differs by sign, shape and color. */
export function Change({ change }: { change: string }) {
  const number = Number(change);
  const [shape, color] =
    number > 0 ? ['▲ ', 'text-gain'] : number < 0 ? ['▼ ', 'text-loss'] : ['', 'text-muted'];
  return (
    <Figure className={`whitespace-nowrap ${color}`}>
      <span aria-hidden="true" className="text-[0.7em]">
        {shape}
      </span>
      <span>{formatPercent(change)}</span>
    </Figure>
  );
}
