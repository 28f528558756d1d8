import { useState } from 'react';
import { removeSecondFactor, renewRecoveryCodes } from '#contract/admin/second-factor.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { ConfirmationForm } from './confirmation-form.tsx';
import { FactorStatus } from './factor-status.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
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
        <ConfirmationForm
          action={{ label: 'Generate new codes', variant: 'primary' }}
          send={(body) => api(renewRecoveryCodes, { body })}
          onDone={({ recovery_codes }) => showCodes(recovery_codes)}
          onCancel={showStatus}
        >
          Ten new recovery codes replace all of your current ones.
        </ConfirmationForm>
      )}
      {view.kind === 'remove' && (
        <ConfirmationForm
          action={{ label: 'Remove', variant: 'danger' }}
          send={(body) => api(removeSecondFactor, { body })}
          onDone={() => {
            notify.success('Second factor removed', 'You now sign in with your password only.');
            invalidateStatus();
            showStatus();
          }}
          onCancel={showStatus}
        >
          Without a second factor, anyone who learns your password can publish signals in your name.
        </ConfirmationForm>
      )}
    </Dialog>
  );
}

interface StatusProps {
  onSetUp: (recoveryCodes: string[]) => void;
  onRenew: () => void;
  onRemove: () => void;
}

function Status({ onSetUp, onRenew, onRemove }: StatusProps) {
  const { data, error, isFetching, refetch } = useSecondFactor();
  if (error) {
    return (
      <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
        {getAdminErrorMessage(error)}
      </LoadFailure>
    );
  }
  if (!data) return <p role="status">Loading…</p>;
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
  return <FactorStatus status={data} since={data.enabled_at} onRenew={onRenew} onRemove={onRemove} />;
}
