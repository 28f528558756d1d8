import { Link } from 'react-router';
import { getSignalPath } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { StarButton } from '#features/market/web/public/symbols/star-button.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import type { Signal } from '#features/signals/contract/signal.ts';
import { getStateLabel } from '#features/signals/contract/signal-state.ts';
import { hasCompanyPage } from '#features/signals/web/has-company-page.ts';
import { Notes } from '#features/signals/web/notes.tsx';
import { LastClose } from '#features/signals/web/price-levels/last-close.tsx';
import { LevelsTable } from '#features/signals/web/price-levels/levels-table.tsx';
import { PriceLevels } from '#features/signals/web/price-levels/price-levels.tsx';
import { EntryVerdict } from '#features/signals/web/public/lazy-entry-verdict.ts';
import { getComparableClose } from '#features/signals/web/public/price-levels/comparable-close.ts';
import { describeRatio } from '#features/signals/web/public/price-levels/describe-levels.ts';
import { LevelStrip } from '#features/signals/web/public/price-levels/level-strip.tsx';
import { isActiveSignal, ORDER_LABELS, RISK_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { StateLine } from '#features/signals/web/state-line.tsx';
import { PositionSize } from './position-size/position-size.tsx';

/** On phones a card has the prices to act on, and its other fields are folded away. */
export function SignalCard({ signal }: { signal: Signal }) {
  const isActive = isActiveSignal(signal);
  return (
    <li
      data-signal={signal.id}
      className={`card-with-link ${isActive ? 'border-line-strong' : 'border-line'}`}
    >
      <div className="px-4 pt-3 sm:px-5 md:pb-3">
        {/* What does not fit wraps as a whole: a symbol is read in one piece. */}
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <SymbolLink
            symbol={signal.symbol}
            hasPage={hasCompanyPage(signal)}
            className="text-lg wrap-anywhere"
          />
          <div className="flex flex-wrap gap-1.5">
            <StarButton symbol={signal.symbol} />
            <Badge variant="outline">{ORDER_LABELS[signal.order_type]}</Badge>
            <Link to={getSignalPath(signal.id)} className="card-link">
              <Badge variant={isActive ? 'active' : 'muted'}>{getStateLabel(signal.state)}</Badge>
              <span className="sr-only">{`: details of the ${signal.symbol} signal`}</span>
            </Link>
          </div>
        </div>
        {/* On wider screens the drawing and the table are in sight. */}
        <LevelStrip signal={signal} hasAll className="mt-1.5 md:hidden" />
        {isActive && <LazyContent code={EntryVerdict} props={{ signal }} />}
      </div>
      <details className="card-fields">
        <summary>
          All fields<span className="sr-only">{` of ${signal.symbol}`}</span>
        </summary>
        <div className="px-4 pb-3 sm:px-5">
          <p className="text-sm text-muted wrap-anywhere">
            {signal.company_name && signal.company_name !== signal.title && (
              <span>{`${signal.company_name} · `}</span>
            )}
            <span>{signal.sector ?? 'N/A'}</span>
          </p>
          <h3 className="mt-2 text-base wrap-anywhere">{signal.title}</h3>
        </div>

        <div className="border-t border-line px-4 pt-4 pb-2 sm:px-5">
          {/* The place of the drawing is reserved. */}
          <div className="aspect-[320/46] max-w-md">
            <PriceLevels
              levels={signal.published_levels}
              currentStop={signal.stop_loss}
              lastClose={getComparableClose(signal)?.close}
            />
          </div>
          <p className="mt-1 flex justify-between gap-3 text-sm">
            <span className="text-muted">Reward to risk at publication</span>
            <Figure className="text-end font-semibold whitespace-normal wrap-anywhere">
              {describeRatio(signal.published_levels)}
            </Figure>
          </p>
          <StateLine signal={signal} className="mt-2 border-t border-line pt-2 text-sm" />
          <LastClose signal={signal} />
        </div>
        <div className="px-4 pb-3 sm:px-5">
          <LevelsTable levels={signal.published_levels} changes={signal.level_changes} />
        </div>

        <dl className="grid grid-cols-3 gap-x-4 border-t border-line px-4 py-3 text-sm sm:px-5 [&_dt]:text-xs [&_dt]:text-muted">
          <Fact name="Leverage" value={`${signal.leverage}x`} />
          <Fact name="Risk" value={RISK_LABELS[signal.risk_type]} />
          <Fact name="Shariah" value={signal.shariah_type} />
        </dl>
        <div className="border-t border-line text-xs text-muted wrap-anywhere">
          <div className="px-4 py-2 sm:px-5">
            <p className="whitespace-pre-line">{signal.disclosure_text}</p>
            {signal.rationale && (
              <details>
                <summary>Rationale</summary>
                <p className="py-1 whitespace-pre-line text-ink">{signal.rationale}</p>
              </details>
            )}
            <Notes notes={signal.notes} className="py-1 text-ink" />
            <p>
              Published <PakistanTime at={signal.created_at} /> · Code{' '}
              <span translate="no">{signal.code}</span>
            </p>
            {signal.expires_at && signal.call_status === 'in_progress' && (
              <p className={signal.is_expired ? 'font-medium text-ink' : ''}>
                <span>{signal.is_expired ? 'Expired' : 'Expires'}</span>{' '}
                <PakistanTime at={signal.expires_at} />
              </p>
            )}
            {signal.changed_at && (
              <p className="font-medium text-ink">
                Changed <PakistanTime at={signal.changed_at} />
              </p>
            )}
            {signal.level_changes.map(
              ({ field, from, to, changed_at }) =>
                CHANGED_FIELD_NAMES[field] && (
                  <p key={`${field} ${changed_at}`}>
                    <span>{CHANGED_FIELD_NAMES[field]}</span> changed from <span>{toText(from)}</span> to{' '}
                    <span>{toText(to)}</span>, <PakistanTime at={changed_at} />
                  </p>
                ),
            )}
          </div>
          {isActive && <PositionSize signal={signal} />}
        </div>
      </details>
    </li>
  );
}

/** Levels that are not prices, which the table of prices does not show. */
const CHANGED_FIELD_NAMES: Record<string, string> = { symbol: 'Symbol', order_type: 'Order' };

const toText = (value: string | null) => (value === 'buy' || value === 'sell' ? ORDER_LABELS[value] : value);

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
