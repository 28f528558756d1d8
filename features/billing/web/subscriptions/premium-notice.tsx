import { paths } from '#core/contract/paths.ts';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { RISK_STATEMENT } from '#features/accounts/web/public/risk-statement/statement.ts';
import { useAcceptRiskStatement } from '#features/accounts/web/public/risk-statement/use-accept-risk-statement.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { PremiumSample } from '#features/signals/web/public/track-record/premium-sample.tsx';
import { PausedOrOffer, PremiumInProgress } from './paused-or-offer.tsx';

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
            className="offer mb-6"
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

/** The risk statement with a button, in the place of premium signals until the customer accepts it. */
function RiskPanel() {
  const { isBusy, accept } = useAcceptRiskStatement('premium');
  return (
    <section
      data-risk-panel
      aria-labelledby="risk-panel"
      className="max-w-3xl rounded-box border border-line bg-surface p-5 sm:p-6"
    >
      <h3 id="risk-panel" className="text-lg">
        Risk statement
      </h3>
      <p className="mt-1">
        Your subscription includes swing and investment signals. Please read and accept the risk statement
        before you see them.
      </p>
      <ol className="mt-4 list-decimal space-y-2.5 ps-5 text-sm">
        {RISK_STATEMENT.map(({ title, text }) => (
          <li key={title}>
            <strong className="font-semibold">{`${title}.`}</strong> <span>{text}</span>
          </li>
        ))}
      </ol>
      <Button className="mt-5" busy={isBusy} onClick={() => void accept()}>
        Accept and show the signals
      </Button>
    </section>
  );
}
