import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Button } from '#core/web/ui/button.tsx';
import { useAcceptRiskStatement } from './use-accept-risk-statement.ts';

/**
 * Asks a customer who has not accepted the current risk statement, at the bottom of the window. It can be put off until the next
 * visit, because only premium signals require it.
 */
export function RiskPrompt() {
  const [isPutOff, setPutOff] = useState(false);
  const { isBusy, accept } = useAcceptRiskStatement('prompt');
  if (isPutOff) return null;
  return (
    <aside
      aria-label="Risk statement"
      // The page itself may ask, in front of premium signals.
      className="no-print sticky bottom-0 z-10 border-t border-line-strong bg-surface [body:has([data-risk-panel])_&]:hidden"
    >
      <div className="container-page flex flex-wrap items-center gap-x-6 gap-y-3 py-3 text-sm">
        <p className="min-w-0 flex-1 basis-72">
          <strong className="font-semibold">Please accept the risk statement.</strong> You can lose what you
          invest, and signals are opinions, not personal advice.{' '}
          <Link to={`${paths.terms}#risk-statement`} className="link">
            Read the risk statement
          </Link>
        </p>
        <div className="flex gap-2">
          <Button size="small" busy={isBusy} onClick={() => void accept()}>
            Accept
          </Button>
          <Button size="small" variant="quiet" onClick={() => setPutOff(true)}>
            Later
          </Button>
        </div>
      </div>
    </aside>
  );
}
