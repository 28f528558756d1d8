import { getPerformanceExportPath } from '#contract/paths.ts';
import type { Performance } from '#contract/track-record/performance.ts';
import { ReportSection } from './figures.tsx';

/** The rules behind the figures, and their source as a file. */
export function Calculation({ performance }: { performance: Performance }) {
  const { period, release_days, cost_percent } = performance;
  return (
    <ReportSection id="calculation" title="How results are calculated">
      <ul className="grid max-w-prose list-disc gap-2 pl-5">
        <li>
          Every published signal counts, also deleted ones. Results use the levels at publication; a stop that
          is moved toward profit applies from the next trading day.
        </li>
        <li>
          1 R is the distance between the published entry price and the published stop. A signal that exits at
          its stop without a gap loses 1 R before costs.
        </li>
        <li>
          Where a day’s prices do not show what happened first, the worse result counts: the stop before a
          target, and on the day of the entry the stop only. Gaps exit at the open. Days without trades, and
          days locked at a price limit, fill nothing.
        </li>
        <li>
          Prices of the publication day from before the publication cannot be separated from later ones, so a
          signal published during a session can lose on that day, but not gain. Intraday signals that this
          leaves open are not proven and count separately.
        </li>
        <li>
          With several targets, equal parts of the position exit at each. Bonuses, rights and splits adjust
          all levels. Cash dividends are not included.
        </li>
        <li>
          From each result, costs of {cost_percent} % of the entry price are subtracted. A signal counts as
          won if its result after costs is above zero.
        </li>
        <li>
          Results of swing and investment signals are public {release_days}{' '}
          {release_days === 1 ? 'day' : 'days'} after their end. Until then they are in no figure on this
          page.
        </li>
      </ul>
      <p className="mt-4">
        <a href={getPerformanceExportPath(period)} download className="link">
          Download all results (CSV)
        </a>
      </p>
    </ReportSection>
  );
}
