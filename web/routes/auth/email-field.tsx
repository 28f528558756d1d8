import { TextField } from '#web/ui/forms/text-field.tsx';

interface EmailFieldProps {
  defaultValue: string | undefined;
  error: string | undefined;
  suppressHydrationWarning?: boolean;
}

/** The email address that identifies an account. */
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
