import type { SecondFactorStatus } from '#contract/admin/second-factor.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

/** At or below this number, a warning suggests new codes. */
const LOW_CODE_COUNT = 3;

interface FactorStatusProps {
  status: SecondFactorStatus;
  since: string;
  onRenew: () => void;
  onRemove: () => void;
}

/** Shows an enabled second factor, with buttons to renew the recovery codes and to remove it. */
export function FactorStatus({ status, since, onRenew, onRemove }: FactorStatusProps) {
  const left = status.recovery_codes_left;
  const codesLeft = `${left} recovery ${left === 1 ? 'code' : 'codes'} left`;
  return (
    <div ref={focusOnMount} tabIndex={-1} className="grid gap-4">
      <p>
        <Badge variant="active">On</Badge> since <PakistanTime at={since} />. Signing in requires a code from
        your authenticator app.
      </p>
      {left > LOW_CODE_COUNT ? (
        <p>{codesLeft}.</p>
      ) : (
        <Notice tone="warning" title={codesLeft}>
          You need one to sign in if you lose your phone. Generate new codes now.
        </Notice>
      )}
      {status.is_required && (
        <p className="text-sm text-muted">
          A second factor is required. To switch to another phone, ask the operator to reset it.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {!status.is_required && (
          <Button variant="secondary" onClick={onRemove}>
            Remove
          </Button>
        )}
        <Button variant={left > LOW_CODE_COUNT ? 'secondary' : 'primary'} onClick={onRenew}>
          New recovery codes
        </Button>
      </div>
    </div>
  );
}
