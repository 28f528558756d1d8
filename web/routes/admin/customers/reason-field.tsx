import { TextField } from '#web/ui/forms/text-field.tsx';

interface ReasonFieldProps {
  placeholder?: string;
  hint?: string;
  error: string | undefined;
}

export function ReasonField(props: ReasonFieldProps) {
  return (
    <TextField
      label="Reason (kept in the audit log)"
      name="reason"
      required
      maxLength={500}
      autoComplete="off"
      data-first-focus
      {...props}
    />
  );
}
