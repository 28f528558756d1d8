import { useState } from 'react';
import { EyeIcon, EyeOffIcon } from '#web/ui/icons.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

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
