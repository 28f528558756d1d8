import { getMessagesByField } from '#contract/errors.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { StartupError } from '#server/platform/startup-error.ts';

/** Translates an `HttpError` of `work` into one for the operator, which begins with `summary`. */
export async function withOperatorErrors<T>(summary: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof HttpError ? toOperatorError(summary, error.body, error) : error;
  }
}

/** Returns an error with the summary, the error's general message and one line for each field. */
export function toOperatorError(summary: string, body: object, cause?: unknown): StartupError {
  const lines = Object.entries(getMessagesByField(body)).map(
    ([field, messages]) => `${field}: ${messages.join(' ')}`,
  );
  const sentence = 'detail' in body && typeof body.detail === 'string' ? [body.detail] : [];
  return new StartupError([summary, ...sentence, ...lines].join('\n'), { cause });
}
