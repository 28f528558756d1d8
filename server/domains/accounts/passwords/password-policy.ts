import { HttpError } from '#server/platform/http-error.ts';
import { findPasswordProblem } from '#server/platform/password-problem.ts';

/** Throws a field error for `field` when a customer's new password is too easy to guess. */
export function rejectGuessablePassword(
  password: string,
  customer: { firstName: string; lastName: string; email: string },
  field: string,
): void {
  const problem = findPasswordProblem(password, [customer.firstName, customer.lastName, customer.email]);
  if (problem) throw new HttpError({ status: 400, code: problem.code, body: { [field]: [problem.message] } });
}
