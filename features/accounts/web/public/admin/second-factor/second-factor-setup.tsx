import { useState } from 'react';
import { SubmitForm, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { api } from '#core/web/api/api.ts';
import { useSession } from '#core/web/session/session.ts';
import { Button } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { focusOnMount } from '#core/web/ui/focus-on-mount.ts';
import { PasswordField } from '#core/web/ui/forms/password-field.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { QrCode } from '#core/web/ui/qr-code.tsx';
import { saveFile } from '#core/web/ui/save-file.ts';
import { beginSecondFactor, confirmSecondFactor } from '#features/accounts/contract/admin/second-factor.ts';
import { CodeField } from '#features/accounts/web/admin/sign-in/code-field.tsx';
import { SECOND_FACTOR_CHANGE, useInvalidateSecondFactor } from './use-second-factor.ts';

/** Replaces the dashboard while a second factor is required and the administrator has none. */
export function RequiredSetup({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const invalidate = useInvalidateSecondFactor();
  const finish = (recoveryCodes: string[]) => {
    invalidate();
    setCodes(recoveryCodes);
  };
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        description="Traders act on these signals, so a password alone is not enough."
      />
      <section
        aria-labelledby="set-up"
        className="max-w-md rounded-box border border-line bg-surface p-5 sm:p-6"
      >
        <h2 id="set-up" className="mb-2 text-lg">
          {codes ? 'The second factor is set up' : 'Set up the second factor first'}
        </h2>
        {codes ? (
          <RecoveryCodes codes={codes} next="Continue" onNext={onDone} />
        ) : (
          <SecondFactorSetup onDone={finish}>
            <p>
              You need an authenticator app on your phone. After the setup, signing in also requires a code
              from the app.
            </p>
          </SecondFactorSetup>
        )}
      </section>
    </>
  );
}

interface PendingSetup {
  secret: string;
  uri: string;
}

interface SecondFactorSetupProps {
  /** Explains the benefit before the setup starts. */
  children: Elements;
  onDone: (recoveryCodes: string[]) => void;
}

/** Sets up a second factor: asks for the password, then for the first code of the app. Passes on the recovery codes. */
export function SecondFactorSetup({ children, onDone }: SecondFactorSetupProps) {
  const [setup, setSetup] = useState<PendingSetup | null>(null);
  return setup ? (
    <ConfirmedForm
      key="code"
      names={['code']}
      send={(body) => api(confirmSecondFactor, { body })}
      onDone={({ recovery_codes }) => {
        notify.success('Second factor set up', 'Signing in now requires a code.');
        onDone(recovery_codes);
      }}
      intro={<AppSecret {...setup} />}
      label="Confirm"
    />
  ) : (
    <ConfirmedForm
      key="password"
      names={['password']}
      send={(body) => api(beginSecondFactor, { body })}
      onDone={setSetup}
      intro={children}
      label="Continue"
    />
  );
}

interface ConfirmedFormProps<Name extends string, Output> {
  /** The fields with which the administrator confirms their identity. */
  names: readonly Name[];
  send: (values: Record<Name, string>) => Promise<Output>;
  onDone: (output: Output) => void;
  /** Describes the change and its consequences. */
  intro: Elements;
  label: string;
  variant?: 'primary' | 'danger';
  onCancel?: () => void;
}

/** A step of a change to the second factor, which the password, a code or both confirm. */
export function ConfirmedForm<Name extends 'password' | 'code', Output>({
  names,
  send,
  onDone,
  intro,
  label,
  variant,
  onCancel,
}: ConfirmedFormProps<Name, Output>) {
  const submission = useSubmitForm(names, send, onDone, { mutationKey: SECOND_FACTOR_CHANGE });
  const { isBusy } = submission;
  const fields: readonly string[] = names;
  return (
    <SubmitForm submission={submission} intro={intro}>
      {fields.includes('password') && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          autoFocus={onCancel !== undefined}
          hint={onCancel ? undefined : 'Confirms your identity.'}
        />
      )}
      {fields.includes('code') && <CodeField acceptsRecoveryCodes={onCancel !== undefined} />}
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button variant="secondary" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant={variant} busy={isBusy}>
          {isBusy ? 'Checking…' : label}
        </Button>
      </div>
    </SubmitForm>
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

interface RecoveryCodesProps {
  codes: string[];
  /** The label of the button that continues. */
  next: string;
  onNext: () => void;
}

/** Shows the recovery codes, which the server returns only once. */
export function RecoveryCodes({ codes, next, onNext }: RecoveryCodesProps) {
  const owner = useSession()?.firstName ?? '';
  const heading = `Tezi recovery codes of administrator ${owner}. Each code works once.`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notify.copied('Copied', 'The recovery codes are on the clipboard.');
    } catch {
      notify.error(
        'Not copied',
        'The browser blocked access to the clipboard. Download the codes or write them down.',
      );
    }
  };
  const download = () =>
    saveFile(
      'tezi-recovery-codes.txt',
      new Blob([`${heading}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    );
  return (
    <div ref={focusOnMount} tabIndex={-1} className="grid gap-4">
      <Notice tone="warning" title="Save these recovery codes now">
        They are not shown again. Each code signs you in once if you lose your phone. Store them separately
        from it.
      </Notice>
      <div className="print-alone">
        <p className="print-only mb-4">{heading}</p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-y-1 rounded-box border border-line bg-sunken px-4 py-3 font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={copy}>
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          Download
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <Button className="ms-auto" onClick={onNext}>
          {next}
        </Button>
      </div>
    </div>
  );
}
