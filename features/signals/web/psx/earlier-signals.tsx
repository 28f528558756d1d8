import { Link } from 'react-router';
import { formatShortDate, toKarachiDate } from '#core/contract/dates.ts';
import { getSignalPath } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import type { Signal } from '#features/signals/contract/signal.ts';
import { describeState, getStateLabel } from '#features/signals/contract/signal-state.ts';
import { hasCompanyPage } from '#features/signals/web/has-company-page.ts';
import { ORDER_LABELS } from '#features/signals/web/public/signal-labels.ts';

const HEADER = 'py-2 pe-3 text-start text-xs font-medium text-muted';
const CELL = 'py-2 pe-3 align-top';

/** What became of signals that have ended: a row each, because there may be two hundred. Their pages have the rest. */
export function EarlierSignals({ signals }: { signals: readonly Signal[] }) {
  return (
    <table aria-label="Ended on earlier days" className="w-full max-w-3xl text-sm">
      <thead>
        <tr className="border-b border-line-strong">
          <th scope="col" className={HEADER}>
            Published
          </th>
          <th scope="col" className={HEADER}>
            Signal
          </th>
          <th scope="col" className={HEADER}>
            Result before costs
          </th>
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <tr key={signal.id} data-signal={signal.id} className="border-b border-line">
            <td className={`${CELL} whitespace-nowrap text-muted`}>
              {formatShortDate(toKarachiDate(new Date(signal.created_at)))}
            </td>
            <th scope="row" className={`${CELL} text-start font-normal`}>
              <SymbolLink symbol={signal.symbol} hasPage={hasCompanyPage(signal)} className="wrap-anywhere" />{' '}
              <Badge variant="outline">{ORDER_LABELS[signal.order_type]}</Badge>
            </th>
            <td className={CELL}>
              <Link to={getSignalPath(signal.id)} className="link">
                <span>{getStateLabel(signal.state)}</span>
                <span className="sr-only">{`: details of the ${signal.symbol} signal`}</span>
              </Link>
              <span className={`block ${getColor(signal.state.r_multiple)}`}>
                <Figures>{describeState(signal.state) ?? ''}</Figures>
              </span>
              {signal.state.reason !== null && (
                <span className="block wrap-anywhere">{signal.state.reason}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function getColor(r: string | null): string {
  const result = Number(r);
  if (result > 0) return 'text-gain';
  return result < 0 ? 'text-loss' : 'text-muted';
}
