import { type ReactNode, useState } from 'react';
import { beginSecondFactor, confirmSecondFactor } from '#contract/admin/second-factor.ts';
import { api } from '#web/api/api.ts';
import { CodeField } from '#web/routes/admin/sign-in/code-field.tsx';
import { useSubmitForm } from '#web/routes/admin/use-submit-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { AppSecret } from './app-secret.tsx';
import { SECOND_FACTOR_CHANGE } from './use-second-factor.ts';

interface Begun {
  secret: string;
  uri: string;
}

interface SetUpProps {
  /** What it is good for, said before it begins. */
  children: ReactNode;
  onDone: (recoveryCodes: string[]) => void;
}

/** Sets a second factor up: the password, then the app and its first code. Hands over the recovery codes. */
export function SecondFactorSetup({ children, onDone }: SetUpProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun) return <ConnectApp begun={begun} onDone={onDone} />;
  return <Begin onBegun={setBegun}>{children}</Begin>;
}

function Begin({ children, onBegun }: { children: ReactNode; onBegun: (begun: Begun) => void }) {
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['password'],
    (body) => api(beginSecondFactor, { body }),
    onBegun,
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
        hint="To make sure that it is you."
        error={errors.password?.[0]}
      />
      <Button type="submit" busy={isBusy} className="justify-self-end">
        {isBusy ? 'Checking…' : 'Continue'}
      </Button>
    </form>
  );
}

function ConnectApp({ begun, onDone }: { begun: Begun; onDone: (recoveryCodes: string[]) => void }) {
  const { form, errors, failure, isBusy } = useSubmitForm(
    ['code'],
    (body) => api(confirmSecondFactor, { body }),
    ({ recovery_codes }) => {
      notify.success('Second factor set up', 'From now on signing in asks for a code.');
      onDone(recovery_codes);
    },
    { mutationKey: SECOND_FACTOR_CHANGE },
  );
  return (
    <form {...form} className="grid gap-5">
      <AppSecret {...begun} />
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
