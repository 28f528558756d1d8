import { type TextareaHTMLAttributes, use } from 'react';
import { controlClass, Field, type FieldLabels, FormErrors } from './field.tsx';

interface TextAreaFieldProps extends FieldLabels, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {}

/** A field for text with line breaks. Its error is by default that of its name in `FormErrors`. */
export function TextAreaField({ label, hint, error, className = '', ...area }: TextAreaFieldProps) {
  const formErrors = use(FormErrors);
  return (
    <Field label={label} hint={hint} error={error ?? formErrors[area.name ?? '']?.[0]}>
      {(attributes) => <textarea {...area} {...attributes} className={`${controlClass} ${className}`} />}
    </Field>
  );
}
