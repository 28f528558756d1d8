import { type ReactNode, useId } from 'react';

interface CheckboxFieldProps {
  label: string;
  hint?: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

export function CheckboxField({ label, hint, isChecked, onChange }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-3 gap-y-0.5">
      <input
        type="checkbox"
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-5 accent-accent"
      />
      <label htmlFor={id} className="text-sm/6 font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="col-start-2 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
