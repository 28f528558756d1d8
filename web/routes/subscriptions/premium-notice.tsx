import { paths } from '#contract/paths.ts';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { RiskPanel } from '#web/risk-statement/risk-panel.tsx';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { PremiumSample } from '#web/track-record/premium-sample.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PausedOrOffer } from './paused-or-offer.tsx';
import { PremiumInProgress } from './premium-in-progress.tsx';

export interface PremiumNoticeProps {
  list: Pick<SignalList, 'risk_statement_required'>;
  /** The type of the list that the notice is on. */
  type?: SignalType;
  /** The company whose page the notice is on. */
  symbol?: string;
}

/** Tells a customer why premium signals are not shown, and how to get them. */
export function PremiumNotice({ list, type, symbol }: PremiumNoticeProps) {
  if (list.risk_statement_required) return <RiskPanel />;
  return (
    <>
      <PausedOrOffer
        className="mb-6"
        isRendered={false}
        offer={
          <Notice
            tone="warning"
            className="mb-6"
            action={
              <ButtonLink to={paths.pricing} variant="secondary">
                View Plans
              </ButtonLink>
            }
          >
            <p>
              {symbol === undefined
                ? "You're viewing free signals only. Upgrade to premium to access Swing and Investment signals."
                : `Swing and investment signals are premium. Upgrade to see those of ${symbol}, if there are any.`}
            </p>
            <PremiumInProgress opens="A subscription opens them." />
          </Notice>
        }
      />
      {type && type !== 'intraday' && (
        <EmptyState title={`${TYPE_LABELS[type]} signals are premium`} level={3}>
          With a subscription this tab lists every <span>{TYPE_LABELS[type]}</span> active signal and those
          that ended in the last 30 days, each with its entry price, stop loss and targets.
        </EmptyState>
      )}
      {type && type !== 'intraday' && <PremiumSample className="mt-6" />}
    </>
  );
}
