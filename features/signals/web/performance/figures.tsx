import type { ReactNode } from 'react';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import type { Elements } from '#core/web/ui/elements.ts';
import { Figures } from '#core/web/ui/figure.tsx';

/** A result in R with its sign: `+0.31 R`. Gains and losses differ by sign, arrow and color. */
export function Result({ value, unit = 'R' }: { value: string | null; unit?: 'R' | '%' }) {
  if (value === null) return <NoValue />;
  const amount = Number(value);
  const color = amount > 0 ? 'text-gain' : amount < 0 ? 'text-loss' : '';
  return (
    <span className={`figures whitespace-nowrap ${color}`} translate="no">
      {amount !== 0 && <span aria-hidden="true">{amount > 0 ? '▲ ' : '▼ '}</span>}
      <span>{formatSigned(value)}</span> <span>{unit}</span>
    </span>
  );
}

/** The 95 % interval of a mean: `−0.20 to +0.85 R`. */
export const Interval = ({ low, high }: { low: string | null; high: string | null }) =>
  low === null || high === null ? (
    <NoValue />
  ) : (
    <span
      className="figures whitespace-nowrap"
      translate="no"
    >{`${formatSigned(low)} to ${formatSigned(high)} R`}</span>
  );

/** A figure that there is nothing to calculate from. */
export function NoValue() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  );
}

export function Figure({ value, unit = '' }: { value: string | number | null; unit?: string }) {
  if (value === null) return <NoValue />;
  return <span className="figures whitespace-nowrap" translate="no">{`${value}${unit}`}</span>;
}

/** A figure with its name and lines of explanation. */
export function Fact({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="border-b border-line py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5">
        <span className="text-xl font-semibold">{children}</span>
        {note && (
          <span className="mt-0.5 grid gap-1 text-sm text-muted">
            {typeof note === 'string' ? (
              note.split('\n').map((line) => (
                <span key={line}>
                  <Figures>{line}</Figures>
                </span>
              ))
            ) : (
              <span>{note}</span>
            )}
          </span>
        )}
      </dd>
    </div>
  );
}

/** A part of the page, which is folded away on phones. */
export function ReportSection({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="phone-fold-title mb-3 border-b border-line pb-2 text-lg">
        {title}
      </h2>
      <PhoneFold title={<h2 className="text-lg">{title}</h2>}>{children}</PhoneFold>
    </section>
  );
}

/** Content that phones fold away below a title. Wider screens show it without the title. */
export function PhoneFold({ title, children }: { title: ReactNode; children: Elements }) {
  return (
    <details className="phone-fold">
      <summary>{title}</summary>
      {children}
    </details>
  );
}
