import { OVERRIDE_REASON_MAX_LENGTH } from '#contract/signals/signal-checks.ts';
import type { SignalWarning } from '#contract/signals/signal-warnings.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface OverrideFieldsProps {
  warnings: readonly SignalWarning[];
  reason: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

/** Lists the warnings about a signal and asks for the reason to save it as it is. */
export function OverrideFields({ warnings, reason, error, onChange }: OverrideFieldsProps) {
  return (
    <div className="grid gap-4">
      <Notice
        tone="warning"
        role="status"
        title={warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
      >
        <ul className="grid gap-1">
          {warnings.map(({ code, field, message }) => (
            <li key={`${code} ${field}`}>{message}</li>
          ))}
        </ul>
        <p className="mt-1">Change the signal, or give a reason to save it as it is.</p>
      </Notice>
      <TextField
        label="Reason"
        hint="Kept in the history of the signal and in the audit log."
        required
        maxLength={OVERRIDE_REASON_MAX_LENGTH}
        autoComplete="off"
        value={reason}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
