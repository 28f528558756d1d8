import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { addProductName } from '#core/contract/text/product-name.ts';
import { useFollowLinks } from '#core/web/frame/use-follow-links.ts';
import { useSession } from '#core/web/session/session.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { lazyWithPreload, useLazyCode } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { RenderedUntilLoaded } from '#core/web/ui/lazy/rendered-until-loaded.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { Section } from '#core/web/ui/section.tsx';
import { getPageTitle } from '#features/signals/contract/signal-preview.ts';
import type { SignalReport } from '#features/signals/contract/track-record/signal-details.ts';
import { Notes } from '#features/signals/web/notes.tsx';
import { LazyLiveStatus } from '#features/signals/web/public/live/lazy-live-status.ts';
import { isActiveSignal } from '#features/signals/web/public/signal-labels.ts';
import type { PricesOfSignal } from './prices/price-window.ts';

const ReportPart = lazyWithPreload(async () => (await import('./report-part.tsx')).ReportPart);
const ShareSignal = lazyWithPreload(async () => (await import('./share-signal.tsx')).ShareSignal);
const PositionForm = lazyWithPreload(
  async () => (await import('#features/signals/web/psx/position-size/position-form.tsx')).PositionForm,
);
const SignalPrices = lazyWithPreload(async () => (await import('./prices/signal-prices.tsx')).SignalPrices);
const Receipt = lazyWithPreload(async () => (await import('./receipt.tsx')).Receipt);

interface SignalReportProps {
  report: SignalReport;
  /** The report as the server rendered it for a visitor. */
  renderedReport: SignalReport | null | undefined;
  prices: PricesOfSignal | null | undefined;
  /** When the signal was last loaded, on the browser's clock; 0 if it was not. */
  updatedAt: number;
}

/**
 * Everything about a signal that the current user may read. What the server rendered stays as it is until the signal changes, and
 * only the code of controls is loaded.
 */
export function SignalReportView({ report, renderedReport, prices, updatedAt }: SignalReportProps) {
  const { signal, receipt } = report;
  const isRendered = Boolean(renderedReport);
  const isOutdated = report !== renderedReport;
  const user = useSession();
  // Of users who have entered.
  const hasControl = Boolean(user) || (isActiveSignal(signal) && signal.level_changes.length > 0);
  const { isLoaded, isFailed, retry } = useLazyCode(ReportPart, isOutdated || hasControl);
  const share = useLazyCode(ShareSignal, true);
  const followLinks = useFollowLinks();
  const title = addProductName(getPageTitle(signal));
  // The server's title is that of the visitor's page, and navigation in the browser knows no signal yet.
  useEffect(() => {
    document.title = title;
  }, [title]);
  const failure = isFailed && (
    <LoadFailure onRetry={retry} className="mb-6">
      Failed to load the signal. Check your connection and try again.
    </LoadFailure>
  );
  if (!isRendered && !isLoaded) return failure || <Skeleton>Loading the signal...</Skeleton>;
  const showPart = (name: 'header' | 'notices' | 'levels' | 'outcome') => (
    <RenderedUntilLoaded isLoaded={isLoaded}>
      <ReportPart name={name} report={report} />
    </RenderedUntilLoaded>
  );
  const whenNear = { isRendered, isWanted: isOutdated };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks are those of its links
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key that is pressed on a link is a click
    <div onClick={followLinks}>
      {failure}
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-2xl">{showPart('header')}</div>
        <div className="flex max-w-full items-center gap-3 sm:flex-row-reverse">
          <RenderedUntilLoaded isLoaded={share.isLoaded}>
            <ShareSignal signal={signal} />
          </RenderedUntilLoaded>
          <LiveUpdates report={report} updatedAt={updatedAt} />
        </div>
      </header>
      {showPart('notices')}
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-y-8 lg:row-span-2">
          {showPart('levels')}
          {isActiveSignal(signal) && (
            <Section id="position-size" title="Position size">
              <noscript>The calculator needs JavaScript.</noscript>
              <div className="no-print with-scripts text-sm">
                <WhenNear code={PositionForm} name="the calculator" {...whenNear}>
                  <PositionForm signal={signal} />
                </WhenNear>
              </div>
            </Section>
          )}
          <Section id="rationale" title="Rationale and disclosure">
            <p className="mb-3 whitespace-pre-line wrap-anywhere empty:hidden">{signal.rationale}</p>
            <Notes notes={signal.notes} className="mb-3" />
            <p className="text-sm whitespace-pre-line wrap-anywhere">
              {signal.disclosure_text ?? 'The signal discloses nothing.'}
            </p>
          </Section>
        </div>
        <Section id="prices" title="Prices">
          <WhenNear code={SignalPrices} name="the prices" {...whenNear}>
            <SignalPrices report={report} rendered={prices} />
          </WhenNear>
        </Section>
        <div className="min-w-0">{showPart('outcome')}</div>
        {receipt && (
          <div className="lg:col-span-2">
            <WhenNear code={Receipt} name="the receipt" {...whenNear}>
              <Receipt receipt={receipt} />
            </WhenNear>
          </div>
        )}
      </div>
      <p className="mt-8 text-sm text-muted">
        Every version of this signal is an entry of the{' '}
        <Link to={paths.record} className="link">
          public record
        </Link>{' '}
        under the ID{' '}
        <code className="font-mono text-xs wrap-anywhere" translate="no">
          {signal.id}
        </code>
        <span>{signal.signal_type !== 'intraday' && ', sealed until its release'}</span>. Messages about it
        have the code{' '}
        <Link to={`${paths.verify}#${signal.code}`} className="link font-semibold" translate="no">
          {signal.code}
        </Link>
        .
      </p>
    </div>
  );
}

/** Follows a signal that was in progress when the page was opened: one that has ended is not expected to change. */
function LiveUpdates({ report, updatedAt }: Pick<SignalReportProps, 'report' | 'updatedAt'>) {
  const user = useSession();
  const isActive = isActiveSignal(report.signal);
  const [wasActive] = useState(isActive);
  const { signal_type } = report.signal;
  // Visitors may read a premium signal that was released, but not its changes.
  if (!wasActive || (signal_type !== 'intraday' && !user)) return null;
  return (
    <div className="no-print text-sm text-muted sm:min-w-40 sm:text-end">
      <LazyLiveStatus updatedAt={isActive ? updatedAt : undefined} type={signal_type} />
    </div>
  );
}
