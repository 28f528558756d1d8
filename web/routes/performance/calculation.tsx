import { getPerformanceExportPath } from '#contract/paths.ts';
import type { Performance } from '#contract/track-record/performance.ts';
import { ReportSection } from './figures.tsx';

/** The rules behind the figures, and their source as a file. */
export function Calculation({ performance }: { performance: Performance }) {
  const { period, release_days, cost_percent } = performance;
  return (
    <ReportSection id="calculation" title="How results are calculated">
      <ul className="grid max-w-prose list-disc gap-2 ps-5">
        <li>
          Every published signal counts, also deleted ones. Results use the levels at publication; a stop that
          is moved toward profit applies from the next trading day.
        </li>
        <li>
          1 R is the distance between the published entry price and the published stop. A signal that exits at
          its stop without a gap loses 1 R before costs.
        </li>
        <li>
          The result is the worst over all courses that the price may have taken within a day. A target or an
          entry that is only touched may not have been filled. Gaps exit at the open. Days without trades, and
          days locked at a price limit, fill nothing.
        </li>
        <li>
          Of a signal published during a session, only prices after that count. Where end-of-day prices do not
          show the result, the signal is not measurable: it is in no average, and listed with the worst and
          the best result that are possible.
        </li>
        <li>
          With several targets, equal parts of the position exit at each. Bonuses, rights and splits adjust
          all levels. Sells pay cash dividends; buys do not receive them here.
        </li>
        <li>
          From each result, costs of <span translate="no">{`${cost_percent} %`}</span> of the entry price are
          subtracted. A signal counts as won if its result after costs is above zero.
        </li>
        <li>
          The comparison with KSE-100 is with its change from the close before the entry was filled to the
          close of the last exit. Positions that begin and end on one date have none. A sell is compared with
          the opposite of the change.
        </li>
        <li>
          Results that an administrator entered are in no figure but their own. Sector and analyst are those
          of the publication.
        </li>
        <li>
          Results of swing and investment signals are public <span>{release_days}</span>{' '}
          <span>{release_days === 1 ? 'day' : 'days'}</span> after their end. Until then only their number and
          the date of the oldest one are shown.
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
