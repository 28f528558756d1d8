import { useState } from 'react';
import { getAdminErrorMessage } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { removeSecondFactor, renewRecoveryCodes } from '#features/accounts/contract/admin/second-factor.ts';
import { ConfirmedForm, RecoveryCodes, SecondFactorSetup } from './second-factor-setup.tsx';
import { useInvalidateSecondFactor, useIsChanging, useSecondFactor } from './use-second-factor.ts';

type View = { kind: 'status' | 'renew' | 'remove' } | { kind: 'codes'; codes: string[] };

/** Manages the administrator's own second factor: setup, new recovery codes and removal. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<View>({ kind: 'status' });
  const showStatus = () => setView({ kind: 'status' });
  const invalidateStatus = useInvalidateSecondFactor();
  const isChanging = useIsChanging();
  const close = () => !isChanging() && onClose();
  const showCodes = (codes: string[]) => {
    invalidateStatus();
    setView({ kind: 'codes', codes });
  };
  return (
    <Dialog
      title="Second factor"
      onClose={close}
      // An accidental Escape does not hide the recovery codes.
      onEscape={view.kind === 'codes' ? () => {} : close}
    >
      {view.kind === 'status' && (
        <Status
          onSetUp={showCodes}
          onRenew={() => setView({ kind: 'renew' })}
          onRemove={() => setView({ kind: 'remove' })}
        />
      )}
      {view.kind === 'codes' && (
        <RecoveryCodes codes={view.codes} next="I have saved the codes" onNext={showStatus} />
      )}
      {view.kind === 'renew' && (
        <ConfirmedForm
          names={['password', 'code']}
          send={(body) => api(renewRecoveryCodes, { body })}
          onDone={({ recovery_codes }) => showCodes(recovery_codes)}
          intro={<p>Ten new recovery codes replace all of your current ones.</p>}
          label="Generate new codes"
          onCancel={showStatus}
        />
      )}
      {view.kind === 'remove' && (
        <ConfirmedForm
          names={['password', 'code']}
          send={(body) => api(removeSecondFactor, { body })}
          onDone={() => {
            notify.success('Second factor removed', 'You now sign in with your password only.');
            invalidateStatus();
            showStatus();
          }}
          intro={
            <p>Without a second factor, anyone who learns your password can publish signals in your name.</p>
          }
          label="Remove"
          variant="danger"
          onCancel={showStatus}
        />
      )}
    </Dialog>
  );
}

interface StatusProps {
  onSetUp: (recoveryCodes: string[]) => void;
  onRenew: () => void;
  onRemove: () => void;
}

/** At or below this number, a warning suggests new codes. */
const LOW_CODE_COUNT = 3;

/** Shows the second factor, with buttons to renew the recovery codes and to remove it, or sets one up. */
function Status({ onSetUp, onRenew, onRemove }: StatusProps) {
  const { data, error, isFetching, refetch } = useSecondFactor();
  if (error) {
    return (
      <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
        {getAdminErrorMessage(error)}
      </LoadFailure>
    );
  }
  if (!data) return <Skeleton>Loading…</Skeleton>;
  if (data.enabled_at === null) {
    return (
      <SecondFactorSetup onDone={onSetUp}>
        <p ref={focusOnMount} tabIndex={-1}>
          With a second factor, signing in also requires a code from an app on your phone. Someone who learns
          your password still cannot publish signals in your name.
        </p>
      </SecondFactorSetup>
    );
  }
  const left = data.recovery_codes_left;
  const codesLeft = `${left} recovery ${left === 1 ? 'code' : 'codes'} left`;
  return (
    <div ref={focusOnMount} tabIndex={-1} className="grid gap-4">
      <p>
        <Badge variant="active">On</Badge> since <PakistanTime at={data.enabled_at} />. Signing in requires a
        code from your authenticator app.
      </p>
      {left > LOW_CODE_COUNT ? (
        <p>{`${codesLeft}.`}</p>
      ) : (
        <Notice tone="warning" title={codesLeft}>
          You need one to sign in if you lose your phone. Generate new codes now.
        </Notice>
      )}
      {data.is_required && (
        <p className="text-sm text-muted">
          A second factor is required. To switch to another phone, ask the operator to reset it.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {!data.is_required && (
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
