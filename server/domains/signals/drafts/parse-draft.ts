import * as z from 'zod/mini';
import { toFieldErrors } from '#contract/field-errors.ts';
import { type DraftContent, toSignalInput } from '#contract/signals/draft-content.ts';
import { SignalBody } from '#contract/signals/signal-body.ts';
import { HttpError } from '#server/platform/http-error.ts';

/** Parses the form values of a draft as the body of a direct publication. Throws the same field errors. */
export function parseDraft(content: DraftContent): SignalBody {
  const input = toSignalInput(content);
  const parsed = z.safeParse(SignalBody, input);
  if (parsed.success) return parsed.data;
  throw new HttpError({
    status: 400,
    code: 'invalid_draft',
    body: toFieldErrors(parsed.error.issues, input),
  });
}
