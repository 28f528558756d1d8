import { Figure } from '#core/web/ui/figure.tsx';

/** Formats a large amount with its first digits: `1.25B`, `12.5M`, `900K`. */
export function formatLarge(amount: number): string {
  for (const [unit, name] of [
    [1e9, 'B'],
    [1e6, 'M'],
    [1e3, 'K'],
  ] as const)
    if (Math.abs(amount) >= unit) {
      const value = amount / unit;
      return `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)}${name}`;
    }
  return String(Math.round(amount));
}

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
