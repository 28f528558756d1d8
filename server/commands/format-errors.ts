import { messagesByField } from '#contract/errors.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { StartupError } from '#server/platform/startup-error.ts';

/** Does work whose refusals an operator is to read: `what` went wrong, and then a line for each field. */
export async function refusedInWords<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof HttpError ? inWords(what, error.body, error) : error;
  }
}

/** An error for operators from messages by field, or from a sentence for the whole. */
export function inWords(what: string, body: object, cause?: unknown): StartupError {
  const lines = Object.entries(messagesByField(body)).map(
    ([field, messages]) => `${field}: ${messages.join(' ')}`,
  );
  const sentence = 'detail' in body && typeof body.detail === 'string' ? [body.detail] : [];
  return new StartupError([what, ...sentence, ...lines].join('\n'), { cause });
}
