import { useState } from 'react';
import { TextField } from '#core/web/ui/forms/text-field.tsx';

interface CodeFieldProps {
  /** Offers to enter a recovery code instead. */
  acceptsRecoveryCodes?: boolean;
}

/** The form field `code`. Mobile keyboards show only digits unless the user switches to a recovery code. */
export function CodeField({ acceptsRecoveryCodes = false }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  const switchLabel = isRecovery ? 'Use the authenticator app instead' : 'Use a recovery code instead';
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
      hint={
        <span>
          <span>
            {isRecovery ? 'One of the codes you saved.' : 'The six digits in your authenticator app.'}
          </span>{' '}
          {acceptsRecoveryCodes && (
            <button type="button" className="link needs-script" onClick={() => setRecovery(!isRecovery)}>
              {switchLabel}
            </button>
          )}
        </span>
      }
    />
  );
}
