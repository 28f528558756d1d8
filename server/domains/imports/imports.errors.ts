import { HttpError } from '#server/platform/http-error.ts';

/** Rejects a whole file, with a sentence that says why. */
export const fileRejected = (sentence: string) =>
  new HttpError({ status: 400, code: 'import_file_rejected', body: { content: [sentence] } });

/** Rejects a request that conflicts with the current state of the imports. */
export const importConflict = (code: string, detail: string) =>
  new HttpError({ status: 409, code, body: { detail } });
