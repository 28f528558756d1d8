import { controlClass, Field } from '#web/ui/forms/field.tsx';

interface PastedTableProps {
  value: string;
  fault: string | null;
  onChange: (value: string) => void;
}

export function PastedTable({ value, fault, onChange }: PastedTableProps) {
  return (
    <Field
      label="Table"
      error={fault ?? undefined}
      hint="Copy the whole table with its headings from the newspaper's or the exchange's page and paste it here."
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
