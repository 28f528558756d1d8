import { createContext, type ReactNode, useId } from 'react';
import type { FieldErrors } from '#core/contract/api/field-errors.ts';
import type { Elements } from '#core/web/ui/elements.ts';

export interface FieldLabels {
  label: string;
  hint?: ReactNode;
  /** The error message, which screen readers announce with the field. */
  error?: string;
  /** The ID of an error message that is shown elsewhere in the form. */
  errorId?: string | undefined;
}

/** The errors of the fields of a form, by their names. */
export const FormErrors = createContext<FieldErrors>({});

/** The attributes that connect a control with its label, hint and error. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A control with its label above, and its error and hint below. */
export function Field({
  label,
  hint,
  error,
  errorId,
  children,
}: FieldLabels & { children: (attributes: ControlAttributes) => Elements }) {
  const id = useId();
  const describedBy = [errorId, error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error || errorId ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}

/** The style of text fields and selects. On touch screens the text is 16 px, because phones zoom in on smaller fields. */
export const controlClass =
  'min-h-10 w-full rounded-box border border-line-strong bg-surface px-3 py-2 text-base pointer-coarse:text-[1rem] ' +
  'hover:border-ink aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-muted ' +
  '[&[readonly]]:border-line [&[readonly]]:bg-sunken';
