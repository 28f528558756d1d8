import type { FieldErrors } from '#contract/field-errors.ts';
import { HttpError } from '#server/platform/http-error.ts';

export const invalidLevels = (errors: FieldErrors) =>
  new HttpError({ status: 400, code: 'wrong_levels', body: errors });

export const editConflict = (by: string) =>
  new HttpError({
    status: 409,
    code: 'signal_changed_meanwhile',
    body: {
      detail: `${by} changed this signal while you were editing it. Open it again to see the change, then repeat yours.`,
      code: 'changed_meanwhile',
    },
  });
