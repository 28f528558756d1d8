import type { FieldErrors } from '#contract/field-errors.ts';
import type { Identity } from './session.ts';

/** How a sign-in or sign-up form ended, on the server (before the page is interactive) or in the browser. */
export type SignInOutcome =
  | { kind: 'signed-in'; user: Identity; tokens: { access: string; refresh: string } }
  | RejectedForm;

export interface RejectedForm {
  kind: 'refused';
  /** Said in the corner. */
  toast: { title: string; description: string };
  /** Said above the form. */
  message: string | null;
  fieldErrors: FieldErrors;
  /** What was typed, but for passwords, so that nothing is lost when the page is loaded anew. */
  typed: Record<string, string>;
}

/** The fields of a form that were left blank, each with its error; `null` when none was. Passwords may be blanks. */
export function findBlankFields(form: FormData, names: readonly string[]): FieldErrors | null {
  const blank = names.filter((name) => {
    const value = String(form.get(name) ?? '');
    return (name.includes('password') ? value : value.trim()) === '';
  });
  if (blank.length === 0) return null;
  return Object.fromEntries(blank.map((name) => [name, ['This field may not be blank.']]));
}

/** What was typed into the named fields. */
export function pickText(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')]));
}

/** A refused outcome with what is said in the corner; the rest only where there is something to say. */
export function refused(title: string, description: string, rest: Partial<RejectedForm> = {}): RejectedForm {
  return {
    kind: 'refused',
    toast: { title, description },
    message: null,
    fieldErrors: {},
    typed: {},
    ...rest,
  };
}
