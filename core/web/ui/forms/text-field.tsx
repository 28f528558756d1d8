import { type InputHTMLAttributes, type ReactNode, use } from 'react';
import { controlClass, Field, type FieldLabels, FormErrors } from './field.tsx';

export interface TextFieldProps
  extends FieldLabels,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'slot'> {
  /** A control of 40 px at the right end of the field, for example a show/hide toggle. */
  slot?: ReactNode;
}

/** Its error is by default that of its name in `FormErrors`. */
export function TextField({ label, hint, error, errorId, slot, className = '', ...input }: TextFieldProps) {
  const formErrors = use(FormErrors);
  return (
    <Field label={label} hint={hint} error={error ?? formErrors[input.name ?? '']?.[0]} errorId={errorId}>
      {(attributes) => (
        <span className="relative block">
          <input
            type="text"
            {...input}
            {...attributes}
            className={`${controlClass} ${slot ? 'pe-11' : ''} ${className}`}
          />
          {slot && (
            <span className="absolute inset-y-0 end-0 flex w-10 items-center justify-center">{slot}</span>
          )}
        </span>
      )}
    </Field>
  );
}
