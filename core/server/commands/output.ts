import { getMessagesByField } from '#core/contract/errors.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';

/** The output of progress: a terminal, whose line is overwritten, or a file. */
export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

interface Progress {
  done: number;
  total: number;
}

const STEPS = 10;

/** Returns a function that writes progress: on a terminal in one line, elsewhere in one line for every tenth. */
export function reportProgress(output: Output, label: string): (progress: Progress) => void {
  let last = 0;
  return ({ done, total }) => {
    if (last >= STEPS) return;
    const step = total === 0 ? STEPS : Math.floor((done * STEPS) / total);
    const text = `${label}: ${done} of ${total} rows`;
    if (output.isTTY) {
      output.write(`\r${text}${step >= STEPS ? '\n' : ''}`);
    } else if (step > last) {
      output.write(`${text}\n`);
    }
    last = step;
  };
}

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

/** Formats a timestamp to the minute: `2026-12-31 19:00 UTC`. */
export const formatMinute = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
