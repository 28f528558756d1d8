import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import {
  readPremiumSample,
  type PremiumSample as Sample,
} from '#features/signals/contract/track-record/premium-sample.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

/** The sample as the server rendered it; `sample` is `undefined` if it could not be loaded. */
export interface RenderedSample {
  sample: Sample | null | undefined;
  asOf: string;
}

export interface PremiumSampleProps {
  rendered?: RenderedSample | null;
  className?: string;
}

/** The premium signal that was released last, whatever its result. Nothing before the first release. */
export function PremiumSample({ rendered, className = '' }: PremiumSampleProps) {
  const { data: sample } = useQuery({
    queryKey: [readPremiumSample.path],
    queryFn: async () => (await api(readPremiumSample, {})).sample,
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.sample, rendered?.asOf),
  });
  if (!sample) return null;
  const { id, symbol, side, signal_type, target_points, published_on, ended_on } = sample;
  return (
    <section
      aria-labelledby="premium-sample"
      className={`rounded-box border border-line bg-surface px-4 py-3 text-sm sm:px-5 ${className}`}
    >
      <h2 id="premium-sample" className="text-lg">
        The last public premium signal, whatever its result
      </h2>
      <p className="mt-3">
        <Link to={getSignalPath(id)} className="link font-semibold">
          <span translate="no">{symbol}</span> <span>{side === 'buy' ? 'Buy' : 'Sell'}</span>
        </Link>{' '}
        <span className="text-muted">
          <span>{TYPE_LABELS[signal_type]}</span>, published <span>{formatShortDate(published_on)}</span>,
          ended <span>{formatShortDate(ended_on)}</span>
          <span>{sample.is_deleted && ', deleted from the lists'}</span>
          <span>{sample.is_voided && ', voided by an administrator'}</span>
        </span>
      </p>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
        <Level name="Entry price">{formatRupees(sample.entry_price)}</Level>
        <Level name="Stop loss">{formatRupees(sample.stop_loss)}</Level>
        {target_points.map((target, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: targets are identified by their position
          <Level key={index} name={`TP${index + 1}`}>
            {formatRupees(target)}
          </Level>
        ))}
        <Level name="Result">{describeResult(sample)}</Level>
      </dl>
      <p className="mt-3 text-muted">
        One signal says nothing about the next one.{' '}
        <Link to={paths.performance} className="link">
          Results of all signals
        </Link>
      </p>
    </section>
  );
}

function Level({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures font-semibold" translate="no">
        {children}
      </dd>
    </div>
  );
}

/** Describes the result: `+1.90 R after costs`. */
export function describeResult({ outcome, r_multiple }: Pick<Sample, 'outcome' | 'r_multiple'>): string {
  if (outcome === 'not_filled') return 'Entry not filled';
  if (outcome === 'not_measurable' || r_multiple === null) return 'Not measurable';
  return `${formatSigned(r_multiple)} R after costs${outcome === 'overridden' ? ', entered by an administrator' : ''}`;
}
