import type { SecondFactorStatus } from '#contract/admin/second-factor.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

/** From here on it is time for new ones. */
const FEW_CODES = 3;

interface FactorStatusProps {
  status: SecondFactorStatus;
  since: string;
  onRenew: () => void;
  onRemove: () => void;
}

/** A second factor that is set. */
export function FactorStatus({ status, since, onRenew, onRemove }: FactorStatusProps) {
  const left = status.recovery_codes_left;
  const codesLeft = `${left} recovery ${left === 1 ? 'code' : 'codes'} left`;
  return (
    <div ref={focusOnArrival} tabIndex={-1} className="grid gap-4">
      <p>
        <Badge variant="active">On</Badge> since <PakistanTime at={since} />. Signing in asks for a code of
        your authenticator app.
      </p>
      {left > FEW_CODES ? (
        <p>{codesLeft}.</p>
      ) : (
        <Notice tone="warning" title={codesLeft}>
          Without one you cannot sign in when your phone is lost. Make new ones now.
        </Notice>
      )}
      {status.is_required && (
        <p className="text-sm text-muted">
          A second factor is required here. To use another phone, have the operator reset yours.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {!status.is_required && (
          <Button variant="secondary" onClick={onRemove}>
            Remove
          </Button>
        )}
        <Button variant={left > FEW_CODES ? 'secondary' : 'primary'} onClick={onRenew}>
          New Recovery Codes
        </Button>
      </div>
    </div>
  );
}
