import { HttpError } from '#server/platform/http-error.ts';

/** The file as a whole cannot be imported: a sentence that says what was found. */
export const fileRefused = (sentence: string) =>
  new HttpError({ status: 400, code: 'import_file_refused', body: { content: [sentence] } });

/** Also what the state of the imports does not allow now. */
export const importConflict = (code: string, detail: string) =>
  new HttpError({ status: 409, code, body: { detail } });
