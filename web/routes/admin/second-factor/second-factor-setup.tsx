import { type ReactNode, useState } from 'react';
import { beginSecondFactor, confirmSecondFactor } from '#contract/admin/second-factor.ts';
import { useSubmitForm } from '#web/admin/use-submit-form.ts';
import { api } from '#web/api/api.ts';
import { CodeField } from '#web/routes/admin/sign-in/code-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { QrCode } from './qr-code.tsx';
import { SECOND_FACTOR_CHANGE } from './use-second-factor.ts';

interface PendingSetup {
  secret: string;
  uri: string;
}

interface SecondFactorSetupProps {
  /** Explains the benefit before the setup starts. */
  children: ReactNode;
  onDone: (recoveryCodes: string[]) => void;
}

/** Sets up a second factor: asks for the password, then for the first code of the app. Passes on the recovery codes. */
export function SecondFactorSetup({ children, onDone }: SecondFactorSetupProps) {
  const [setup, setSetup] = useState<PendingSetup | null>(null);
  if (setup) return <ConnectApp setup={setup} onDone={onDone} />;
  return <ConfirmPassword onConfirmed={setSetup}>{children}</ConfirmPassword>;
}

function ConfirmPassword({
  children,
  onConfirmed,
}: {
  children: ReactNode;
  onConfirmed: (setup: PendingSetup) => void;
}) {
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['password'],
    (body) => api(beginSecondFactor, { body }),
    onConfirmed,
    { mutationKey: SECOND_FACTOR_CHANGE },
  );
  return (
    <form {...form} className="grid gap-4">
      {children}
      {failure && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        hint="Confirms your identity."
        error={errors.password?.[0]}
      />
      <Button type="submit" busy={isBusy} className="justify-self-end">
        {isBusy ? 'Checking…' : 'Continue'}
      </Button>
    </form>
  );
}

function ConnectApp({ setup, onDone }: { setup: PendingSetup; onDone: (recoveryCodes: string[]) => void }) {
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['code'],
    (body) => api(confirmSecondFactor, { body }),
    ({ recovery_codes }) => {
      notify.success('Second factor set up', 'Signing in now requires a code.');
      onDone(recovery_codes);
    },
    { mutationKey: SECOND_FACTOR_CHANGE },
  );
  return (
    <form {...form} className="grid gap-5">
      <AppSecret {...setup} />
      {failure && (
        <Notice tone="danger" role="alert">
          {failure}
        </Notice>
      )}
      <CodeField error={errors.code?.[0]} />
      <Button type="submit" busy={isBusy} className="justify-self-end">
        {isBusy ? 'Checking…' : 'Confirm'}
      </Button>
    </form>
  );
}

/** Shows the secret for an authenticator app as a QR code, as text and as a link. */
function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="grid gap-3">
      <p ref={focusOnMount} tabIndex={-1}>
        Scan this QR code with an authenticator app, then enter the code it shows.
      </p>
      <QrCode text={uri} label="QR code for the authenticator app" className="size-52 justify-self-center" />
      <dl className="grid gap-1 text-sm">
        <dt className="text-muted">Or enter this key in the app:</dt>
        <dd className="font-mono wrap-anywhere select-all">{secret.replace(/.{4}(?=.)/g, '$& ')}</dd>
      </dl>
      <p className="text-sm">
        <a href={uri} className="link">
          Open an authenticator app on this device
        </a>
      </p>
    </div>
  );
}
