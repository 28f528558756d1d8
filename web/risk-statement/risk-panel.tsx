import { Button } from '#web/ui/button.tsx';
import { RISK_STATEMENT } from './statement.ts';
import { useAcceptRiskStatement } from './use-accept-risk-statement.ts';

/** The risk statement with a button, in the place of premium signals until the customer accepts it. */
export function RiskPanel() {
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
