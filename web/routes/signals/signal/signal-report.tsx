import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { getStateLabel } from '#contract/signals/signal-state.ts';
import type { SignalReport } from '#contract/track-record/signal-details.ts';
import { addProductName } from '#web/document/page-meta.ts';
import { LockedIn } from '#web/routes/signals/psx/locked-in.tsx';
import { useSession } from '#web/session/session.ts';
import { hasCompanyPage } from '#web/signals/has-company-page.ts';
import { LazyLiveStatus } from '#web/signals/live/lazy-live-status.ts';
import { getComparableClose } from '#web/signals/price-levels/comparable-close.ts';
import { describeRatio } from '#web/signals/price-levels/describe-levels.ts';
import { LastClose } from '#web/signals/price-levels/last-close.tsx';
import { LevelsTable } from '#web/signals/price-levels/levels-table.tsx';
import { PriceLevels } from '#web/signals/price-levels/price-levels.tsx';
import { isActiveSignal, ORDER_LABELS, RISK_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { OutcomeSection } from './outcome/outcome-section.tsx';
import type { PricesOfSignal } from './prices/price-window.ts';
import { SignalPrices } from './prices/signal-prices.tsx';
import { Receipt } from './receipt.tsx';
import { ShareButton } from './share-button.tsx';
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
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <OutcomeSection report={report} />
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Levels signal={signal} />
          <div className="mt-8">
            <SignalSection id="rationale" title="Rationale and disclosure">
              <p className="mb-3 whitespace-pre-line wrap-anywhere empty:hidden">{signal.rationale}</p>
              <p className="text-sm whitespace-pre-line wrap-anywhere">
                {signal.disclosure_text ?? 'The signal discloses nothing.'}
              </p>
            </SignalSection>
          </div>
        </div>
        <div className="lg:col-start-2">
          <Timeline events={timeline} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <SignalSection id="prices" title="Prices">
            <SignalPrices report={report} rendered={prices} />
          </SignalSection>
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
        {signal.signal_type !== 'intraday' && ', sealed until its release'}.
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
      </div>
      <div className="flex max-w-full items-center gap-3 sm:flex-row-reverse">
        <ShareButton signal={signal} />
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

function Levels({ signal }: { signal: Signal }) {
  const hasChangedLevels = signal.level_changes.length > 0;
  return (
    <SignalSection id="levels" title="Levels">
      <PriceLevels
        levels={signal.published_levels}
        currentStop={signal.stop_loss}
        lastClose={getComparableClose(signal)?.close}
      />
      <p className="mt-1 mb-2 flex justify-between gap-3 text-sm">
        <span className="text-muted">Reward to risk{hasChangedLevels && ' at publication'}</span>
        <span className="figures text-end font-semibold">{describeRatio(signal.published_levels)}</span>
      </p>
      <div data-signal={signal.id} className="rounded-box">
        <LevelsTable levels={signal.published_levels} changes={signal.level_changes} />
      </div>
      <LastClose signal={signal} />
      {isActiveSignal(signal) && <LockedIn signal={signal} />}
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line pt-3 text-sm sm:grid-cols-3">
        <Fact name="Leverage">{signal.leverage}x</Fact>
        <Fact name="Risk">{RISK_LABELS[signal.risk_type]}</Fact>
        <Fact name="Shariah">{signal.shariah_type}</Fact>
        {signal.expires_at && signal.call_status === 'in_progress' && (
          <Fact name={signal.is_expired ? 'Expired' : 'Expires'}>
            <PakistanTime at={signal.expires_at} />
          </Fact>
        )}
        {signal.changed_at && (
          <Fact name="Changed">
            <PakistanTime at={signal.changed_at} />
          </Fact>
        )}
      </dl>
    </SignalSection>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="[&_time]:whitespace-normal">{children}</dd>
    </div>
  );
}
