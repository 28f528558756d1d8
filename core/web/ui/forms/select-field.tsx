import { type SelectHTMLAttributes, use } from 'react';
import { ChevronDownIcon } from '#core/web/ui/icons.tsx';
import { controlClass, Field, type FieldLabels, FormErrors } from './field.tsx';

interface SelectFieldProps
  extends FieldLabels,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'children'> {
  options: readonly { value: string; label: string }[];
}

/** Its error is by default that of its name in `FormErrors`. */
export function SelectField({ label, hint, error, options, className = '', ...select }: SelectFieldProps) {
  const formErrors = use(FormErrors);
  return (
    <Field label={label} hint={hint} error={error ?? formErrors[select.name ?? '']?.[0]}>
      {(attributes) => (
        <span className="relative block">
          <select
            {...select}
            {...attributes}
            className={`${controlClass} appearance-none pe-10 ${className}`}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-muted" />
        </span>
      )}
    </Field>
  );
}
