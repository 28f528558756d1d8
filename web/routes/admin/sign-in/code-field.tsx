import { useState } from 'react';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface CodeFieldProps {
  /** Whether a recovery code does as well. */
  acceptsRecoveryCodes?: boolean;
  error: string | undefined;
}

/** The field `code`, for what the authenticator app shows. Phones offer digits alone until a recovery code is wanted. */
export function CodeField({ acceptsRecoveryCodes = false, error }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  const other = isRecovery ? 'Use the authenticator app instead' : 'Use a recovery code instead';
  return (
    <TextField
      label={isRecovery ? 'Recovery code' : 'Authentication code'}
      name="code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={64}
      className="figures"
      error={error}
      hint={
        <>
          {isRecovery ? 'One of those that you saved.' : 'The six digits that your authenticator app shows.'}{' '}
          {acceptsRecoveryCodes && (
            <button type="button" className="link needs-script" onClick={() => setRecovery(!isRecovery)}>
              {other}
            </button>
          )}
        </>
      }
    />
  );
}
