import { useState } from 'react';
import { SubmitForm, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
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
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactorStatus,
} from '#features/accounts/contract/admin/second-factor.ts';
import { CodeField } from '#features/accounts/web/admin/sign-in/code-field.tsx';
import { RecoveryCodes, SecondFactorSetup } from './second-factor-setup.tsx';
import {
  SECOND_FACTOR_CHANGE,
  useInvalidateSecondFactor,
  useIsChanging,
  useSecondFactor,
} from './use-second-factor.ts';

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
  return <FactorStatus status={data} since={data.enabled_at} onRenew={onRenew} onRemove={onRemove} />;
}

/** At or below this number, a warning suggests new codes. */
const LOW_CODE_COUNT = 3;

interface FactorStatusProps {
  status: SecondFactorStatus;
  since: string;
  onRenew: () => void;
  onRemove: () => void;
}

/** Shows an enabled second factor, with buttons to renew the recovery codes and to remove it. */
function FactorStatus({ status, since, onRenew, onRemove }: FactorStatusProps) {
  const left = status.recovery_codes_left;
  const codesLeft = `${left} recovery ${left === 1 ? 'code' : 'codes'} left`;
  return (
    <div ref={focusOnMount} tabIndex={-1} className="grid gap-4">
      <p>
        <Badge variant="active">On</Badge> since <PakistanTime at={since} />. Signing in requires a code from
        your authenticator app.
      </p>
      {left > LOW_CODE_COUNT ? (
        <p>{`${codesLeft}.`}</p>
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

interface ConfirmedChangeProps<Output> {
  /** Describes the change and its consequences. */
  children: string;
  action: { label: string; variant: 'primary' | 'danger' };
  send: (confirmation: { password: string; code: string }) => Promise<Output>;
  onDone: (output: Output) => void;
  onCancel: () => void;
}

/** Asks for the password and a code before a change to the second factor. */
function ConfirmationForm<Output>({
  children,
  action,
  send,
  onDone,
  onCancel,
}: ConfirmedChangeProps<Output>) {
  const submission = useSubmitForm(['password', 'code'], send, onDone, {
    mutationKey: SECOND_FACTOR_CHANGE,
  });
  const { isBusy } = submission;
  return (
    <SubmitForm submission={submission} intro={<p>{children}</p>}>
      <PasswordField label="Password" name="password" autoComplete="current-password" required autoFocus />
      <CodeField acceptsRecoveryCodes />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={action.variant} busy={isBusy}>
          {isBusy ? 'Checking…' : action.label}
        </Button>
      </div>
    </SubmitForm>
  );
}
