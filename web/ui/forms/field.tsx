import { type ReactNode, useId } from 'react';

export interface FieldLabels {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; shown in place of nothing else, and read out with the field. */
  error?: string;
}

/** What a control needs to be tied to its label, hint and error. */
export interface ControlWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label above a control, its hint and its error below. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldLabels & { children: (wiring: ControlWiring) => ReactNode }) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
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

/** The box of a text field or a select. 16 px on touch screens, below which phones zoom into the page on focus. */
export const controlClass =
  'min-h-10 w-full rounded-box border border-line-strong bg-surface px-3 py-2 text-base pointer-coarse:text-[1rem] ' +
  'hover:border-ink aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-muted ' +
  '[&[readonly]]:border-line [&[readonly]]:bg-sunken';
