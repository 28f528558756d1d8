import { createContext, type InputHTMLAttributes, type ReactNode, use } from 'react';
import type { FieldErrors } from '#contract/field-errors.ts';
import { controlClass, Field, type FieldLabels } from './field.tsx';

export interface TextFieldProps
  extends FieldLabels,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'slot'> {
  /** A control of 40 px at the right end of the field, for example a show/hide toggle. */
  slot?: ReactNode;
}

/** The errors of the fields of a form, by their names. */
export const FormErrors = createContext<FieldErrors>({});

/** Its error is by default that of its name in `FormErrors`. */
export function TextField({ label, hint, error, slot, className = '', ...input }: TextFieldProps) {
  const formErrors = use(FormErrors);
  return (
    <Field label={label} hint={hint} error={error ?? formErrors[input.name ?? '']?.[0]}>
      {(attributes) => (
        <span className="relative block">
          <input
            type="text"
            {...input}
            {...attributes}
            className={`${controlClass} ${slot ? 'pr-11' : ''} ${className}`}
          />
          {slot && (
            <span className="absolute inset-y-0 right-0 flex w-10 items-center justify-center">{slot}</span>
          )}
        </span>
      )}
    </Field>
  );
}
