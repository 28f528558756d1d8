import { controlClass, Field } from '#web/ui/forms/field.tsx';

interface PastedTableProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

export function PastedTable({ value, error, onChange }: PastedTableProps) {
  return (
    <Field
      label="Table"
      error={error ?? undefined}
      hint="Copy the whole table, including its headings, from the web page of a newspaper or the exchange."
    >
      {(wiring) => (
        <textarea
          {...wiring}
          rows={8}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClass} font-mono text-sm`}
        />
      )}
    </Field>
  );
}
