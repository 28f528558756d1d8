import { TextField } from '#web/ui/forms/text-field.tsx';

interface EmailFieldProps {
  defaultValue: string | undefined;
  error: string | undefined;
  suppressHydrationWarning?: boolean;
}

/** The e-mail address that an account is known by. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      maxLength={254}
      {...props}
    />
  );
}
