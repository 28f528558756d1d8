import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { getSignalPath, getSignalPicturePath, paths } from '#contract/paths.ts';
import { getStateLabel } from '#contract/signals/signal-state.ts';
import { formatSignalText } from '#contract/signals/signal-text.ts';
import type { SignalReport } from '#contract/track-record/signal-details.ts';
import { addProductName } from '#web/document/page-meta.ts';
import { PositionForm } from '#web/routes/signals/psx/position-size/position-form.tsx';
import { useSession } from '#web/session/session.ts';
import { hasCompanyPage } from '#web/signals/has-company-page.ts';
import { LazyLiveStatus } from '#web/signals/live/lazy-live-status.ts';
import { ShareMenu } from '#web/share/share-menu.tsx';
import { isActiveSignal, ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { StateLine } from '#web/signals/state-line.tsx';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { LevelsSection } from './levels/levels-section.tsx';
import { OutcomeSection } from './outcome/outcome-section.tsx';
import type { PricesOfSignal } from './prices/price-window.ts';
import { SignalPrices } from './prices/signal-prices.tsx';
import { Receipt } from './receipt.tsx';
import { getPageTitle } from './signal-meta.ts';
import { SignalSection } from './signal-section.tsx';
import { Timeline } from './timeline/timeline.tsx';

interface SignalReportProps {
  report: SignalReport;
  prices: PricesOfSignal | null | undefined;
  /** When the signal was last loaded, on the browser's clock; 0 if it was not. */
  updatedAt: number;
}

/** Everything about a signal that the current user may read. */
export function SignalReportView({ report, prices, updatedAt }: SignalReportProps) {
  const { signal, deleted_at, timeline, decision, receipt } = report;
  const title = addProductName(getPageTitle(signal));
  // The server's title is that of the visitor's page, and navigation in the browser knows no signal yet.
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <Header report={report} updatedAt={updatedAt} />
      {decision?.kind === 'void' && (
        <Notice tone="warning" title="Voided" className="mb-6">
          An administrator has voided this signal: {decision.reason}
        </Notice>
      )}
      {deleted_at && (
        <Notice tone="warning" title="Deleted" className="mb-6">
          This signal was deleted on <PakistanTime at={deleted_at} /> and is no longer in the lists. It
          remains in the public record, and its result counts.
        </Notice>
      )}
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 content-start gap-y-8 lg:row-span-2">
          <LevelsSection report={report} />
          {isActiveSignal(signal) && (
            <SignalSection id="position-size" title="Position size">
              <noscript>The calculator needs JavaScript.</noscript>
              <div className="no-print with-scripts text-sm">
                <PositionForm signal={signal} />
              </div>
            </SignalSection>
          )}
          <SignalSection id="rationale" title="Rationale and disclosure">
            <p className="mb-3 whitespace-pre-line wrap-anywhere empty:hidden">{signal.rationale}</p>
            <p className="text-sm whitespace-pre-line wrap-anywhere">
              {signal.disclosure_text ?? 'The signal discloses nothing.'}
            </p>
          </SignalSection>
        </div>
        <SignalSection id="prices" title="Prices">
          <SignalPrices report={report} rendered={prices} />
        </SignalSection>
        <div className="grid min-w-0 content-start gap-y-8">
          <OutcomeSection report={report} />
          <Timeline events={timeline} />
        </div>
        {receipt && (
          <div className="lg:col-span-2">
            <Receipt receipt={receipt} />
          </div>
        )}
      </div>
      <p className="mt-8 text-sm text-muted">
        Every version of this signal is an entry of the{' '}
        <Link to={paths.record} className="link">
          public record
        </Link>{' '}
        under the ID <code className="font-mono text-xs wrap-anywhere">{signal.id}</code>
        {signal.signal_type !== 'intraday' && ', sealed until its release'}. Messages about it have the code{' '}
        <Link to={`${paths.verify}#${signal.code}`} className="link font-semibold">
          {signal.code}
        </Link>
        .
      </p>
    </>
  );
}

function Header({ report, updatedAt }: Pick<SignalReportProps, 'report' | 'updatedAt'>) {
  const { signal } = report;
  const isActive = isActiveSignal(report.signal);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-2xl">
        <h1 className="text-2xl wrap-anywhere">
          <SymbolLink symbol={signal.symbol} hasPage={hasCompanyPage(signal)} />{' '}
          {ORDER_LABELS[signal.order_type].toLowerCase()} signal
        </h1>
        <p data-signal={signal.id} className="mt-2 flex w-fit max-w-full flex-wrap gap-1.5 rounded-box">
          {signal.signal_type === 'intraday' ? (
            <Badge variant="free">FREE</Badge>
          ) : (
            <Badge variant="pro">PRO</Badge>
          )}
          <Badge variant="outline">{TYPE_LABELS[signal.signal_type]}</Badge>
          <Badge variant="outline">{ORDER_LABELS[signal.order_type]}</Badge>
          <Badge variant={isActive ? 'active' : 'muted'}>{getStateLabel(signal.state)}</Badge>
        </p>
        {signal.title !== signal.symbol && <p className="mt-2 wrap-anywhere">{signal.title}</p>}
        <p className="mt-2 text-sm text-muted wrap-anywhere">
          {signal.company_name && signal.company_name !== signal.title && <>{signal.company_name} · </>}
          {signal.sector ?? 'No sector'} · Published <PakistanTime at={signal.created_at} />
        </p>
        <StateLine signal={signal} className="mt-2 text-sm" />
      </div>
      <div className="flex max-w-full items-center gap-3 sm:flex-row-reverse">
        <ShareMenu
          isAtEnd
          name={`the ${signal.symbol} signal`}
          title={`${signal.symbol} ${ORDER_LABELS[signal.order_type].toLowerCase()} signal · Tezi`}
          path={getSignalPath(signal.id)}
          toText={(url) => formatSignalText(signal, url)}
          // The picture of a premium signal shows nothing until it is public.
          {...(signal.signal_type === 'intraday' && { picturePath: getSignalPicturePath(signal.id) })}
        />
        <LiveUpdates report={report} updatedAt={updatedAt} />
      </div>
    </header>
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
