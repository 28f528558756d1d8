import { getStateLabel } from '#contract/signals/signal-state.ts';
import type { SignalReport } from '#contract/track-record/signal-details.ts';
import { hasCompanyPage } from '#web/signals/has-company-page.ts';
import { isActiveSignal, ORDER_LABELS, TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { StateLine } from '#web/signals/state-line.tsx';
import { SymbolLink } from '#web/symbols/symbol-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { LevelsSection } from './levels/levels-section.tsx';
import { OutcomeSection } from './outcome/outcome-section.tsx';
import { Timeline } from './timeline/timeline.tsx';

interface ReportPartProps {
  name: 'header' | 'notices' | 'levels' | 'outcome';
  report: SignalReport;
}

/** The parts of a report that have no controls, in one file: a signal that changes needs all of them. */
export function ReportPart({ name, report }: ReportPartProps) {
  switch (name) {
    case 'header':
      return <Header report={report} />;
    case 'notices':
      return <Notices report={report} />;
    case 'levels':
      return <LevelsSection report={report} />;
    case 'outcome':
      return (
        <div className="grid grid-cols-1 content-start gap-y-8">
          <OutcomeSection report={report} />
          <Timeline events={report.timeline} />
        </div>
      );
  }
}

function Header({ report: { signal } }: { report: SignalReport }) {
  return (
    <>
      <h1 className="text-2xl wrap-anywhere">
        <SymbolLink symbol={signal.symbol} hasPage={hasCompanyPage(signal)} />{' '}
        <span>{ORDER_LABELS[signal.order_type].toLowerCase()}</span> signal
      </h1>
      <p data-signal={signal.id} className="mt-2 flex w-fit max-w-full flex-wrap gap-1.5 rounded-box">
        {signal.signal_type === 'intraday' ? (
          <Badge variant="free">FREE</Badge>
        ) : (
          <Badge variant="pro">PRO</Badge>
        )}
        <Badge variant="outline">{TYPE_LABELS[signal.signal_type]}</Badge>
        <Badge variant="outline">{ORDER_LABELS[signal.order_type]}</Badge>
        <Badge variant={isActiveSignal(signal) ? 'active' : 'muted'}>{getStateLabel(signal.state)}</Badge>
      </p>
      {signal.title !== signal.symbol && <p className="mt-2 wrap-anywhere">{signal.title}</p>}
      <p className="mt-2 text-sm text-muted wrap-anywhere">
        {signal.company_name && signal.company_name !== signal.title && (
          <span>{`${signal.company_name} · `}</span>
        )}
        <span>{signal.sector ?? 'No sector'}</span> · Published <PakistanTime at={signal.created_at} />
      </p>
      <StateLine signal={signal} className="mt-2 text-sm" />
    </>
  );
}

function Notices({ report: { decision, deleted_at } }: { report: SignalReport }) {
  return (
    <>
      {decision?.kind === 'void' && (
        <Notice tone="warning" title="Voided" className="mb-6">
          {`An administrator has voided this signal: ${decision.reason}`}
        </Notice>
      )}
      {deleted_at && (
        <Notice tone="warning" title="Deleted" className="mb-6">
          This signal was deleted on <PakistanTime at={deleted_at} /> and is no longer in the lists. It
          remains in the public record, and its result counts.
        </Notice>
      )}
    </>
  );
}
