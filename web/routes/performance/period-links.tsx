import { Link } from 'react-router';
import { PERFORMANCE_PERIODS, type PerformancePeriod } from '#contract/track-record/performance.ts';
import { getPeriodPath, PERIOD_LABELS } from './periods.ts';

/** The periods of publication. */
export function PeriodLinks({ period }: { period: PerformancePeriod }) {
  return (
    <nav aria-label="Published in" className="flex rounded-box border border-line-strong text-sm">
      {PERFORMANCE_PERIODS.map((each) => (
        <Link
          key={each}
          to={getPeriodPath(each)}
          preventScrollReset
          aria-current={each === period ? 'page' : undefined}
          className="border-line-strong px-2.5 py-2 whitespace-nowrap not-first:border-l hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-strong"
        >
          {PERIOD_LABELS[each]}
        </Link>
      ))}
    </nav>
  );
}
