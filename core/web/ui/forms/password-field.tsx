import { useState } from 'react';
import { createIcon } from '#core/web/ui/icons.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

const EyeOffIcon = createIcon(
  'M9.5 5.8A10 10 0 0 1 12 5.5c6.5 0 10 6.5 10 6.5a17 17 0 0 1-2.7 3.4M6.2 7.2A16 16 0 0 0 2 12s3.5 6.5 10 6.5a10 10 0 0 0 5-1.4M9.9 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18',
);
const EyeIcon = createIcon(
  'M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
);

/** A password field with a show/hide toggle. Pass `autoComplete`: `current-password` or `new-password`. */
export function PasswordField(props: Omit<TextFieldProps, 'slot' | 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOffIcon : EyeIcon;
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      slot={
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
          className="needs-script flex size-9 items-center justify-center rounded-box text-muted hover:text-ink"
        >
          <Icon className="size-4.5" />
        </button>
      }
    />
  );
}
