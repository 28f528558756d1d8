import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import type { RecentResults } from '#features/signals/contract/track-record/recent-results.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import {
  PremiumSample,
  type RenderedSample,
} from '#features/signals/web/public/track-record/premium-sample.tsx';
import { ResultsLine } from '#features/signals/web/public/track-record/results-line.tsx';

export interface RenderedRecord extends RenderedSample {
  /** The results of each type that plans open; `null` if they could not be loaded. */
  records: Record<'swing' | 'investment', RecentResults | null>;
}

/** The results of what plans open, in figures and by one signal. */
export function PlanRecord({ rendered }: { rendered: RenderedRecord | null }) {
  return (
    <>
      <section aria-labelledby="plan-record" className="mt-8 max-w-4xl">
        <h2 id="plan-record" className="mb-2 text-lg">
          Track record
        </h2>
        {(['swing', 'investment'] as const).map((signal_type) => (
          <ResultsLine
            key={signal_type}
            name={`${TYPE_LABELS[signal_type]} signals`}
            scope={{ signal_type }}
            rendered={rendered && { results: rendered.records[signal_type], asOf: rendered.asOf }}
          />
        ))}
        <p className="mt-1 max-w-prose text-sm text-muted">
          These results are hypothetical and count losses too. Premium signals are counted some days after
          their end.{' '}
          <Link to={paths.pastSignals} className="link">
            All past signals
          </Link>
        </p>
      </section>
      <PremiumSample rendered={rendered} className="mt-8 max-w-4xl" />
    </>
  );
}
