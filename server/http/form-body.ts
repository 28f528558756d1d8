import { HttpError } from '#server/platform/http-error.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Parses the fields of a form. Rejects repeated fields, whose meaning is ambiguous. */
export function parseForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length < fields.length) throw repeatedField();
  return form;
}

const repeatedField = () =>
  new HttpError({
    status: 400,
    code: 'repeated_field',
    body: { detail: 'Form parse error - a field was sent more than once.' },
  });
