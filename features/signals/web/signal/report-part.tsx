import { Link } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Figure, Figures } from '#core/web/ui/figure.tsx';
import { Section } from '#core/web/ui/section.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { getStateLabel } from '#features/signals/contract/signal-state.ts';
import type { SignalReport, TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import { hasCompanyPage } from '#features/signals/web/has-company-page.ts';
import { describeEvent } from '#features/signals/web/public/signal/timeline/describe-event.ts';
import { isActiveSignal, ORDER_LABELS, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { StateLine } from '#features/signals/web/state-line.tsx';
import { LevelsSection } from './levels/levels-section.tsx';
import { OutcomeSection } from './outcome/outcome-section.tsx';

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
        <span>{signal.order_type}</span> signal
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
      {/* Of a voided one, the notice has the reason. */}
      {signal.state.kind !== 'voided' && <StateLine signal={signal} className="mt-2 text-sm" />}
    </>
  );
}

function Notices({ report: { decision, deleted_at, replaced_by } }: { report: SignalReport }) {
  return (
    <>
      {decision?.kind === 'void' && (
        <Notice tone="warning" title="Voided" className="mb-6">
          <span>{`An administrator has voided this signal: ${decision.reason}`}</span>
          <span className="block">
            {decision.counts === 'evaluated'
              ? 'It could have been filled by then, so its result stays in the track record, marked as voided.'
              : 'It could not have been filled by then, so it is in no figure of the track record.'}
          </span>
          {replaced_by && (
            <p className="mt-1">
              Replaced by{' '}
              <Link to={getSignalPath(replaced_by.id)} className="link">
                <Figure>{replaced_by.symbol}</Figure>, signal <Figure>{replaced_by.code}</Figure>
              </Link>
            </p>
          )}
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

/** Everything that happened to a signal, oldest first. */
function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <Section id="timeline" title="Timeline">
      <ol aria-label="Timeline" className="text-sm">
        {events.map((event) => (
          <li
            key={JSON.stringify(event)}
            className="relative border-s border-line-strong pb-4 ps-5 last:pb-0"
          >
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -start-[5px] size-[9px] rounded-full border border-surface ${getMark(event)}`}
            />
            <span className="block text-xs text-muted">
              {event.at ? (
                <PakistanTime at={event.at} />
              ) : (
                <time dateTime={event.date} className="figures">
                  {formatShortDate(event.date)}
                </time>
              )}
            </span>
            <span className="whitespace-pre-line wrap-anywhere">
              <Figures>{describeEvent(event)}</Figures>
            </span>
          </li>
        ))}
      </ol>
      {events.some(({ at }) => !at) && (
        <p className="mt-3 text-xs text-muted">
          Events without a time are those that end-of-day prices show.
        </p>
      )}
    </Section>
  );
}

function getMark({ kind }: TimelineEvent): string {
  if (kind === 'target_hit') return 'bg-gain';
  if (kind === 'stop_hit') return 'bg-loss';
  return kind === 'published' || kind === 'filled' ? 'bg-accent' : 'bg-line-strong';
}
