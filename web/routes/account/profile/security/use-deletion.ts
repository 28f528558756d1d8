import { useMutation } from '@tanstack/react-query';
import { deleteAccount } from '#contract/account-data.ts';
import { firstMessage } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { failureText } from '#web/api/failure-text.ts';
import { ENDS_SESSION } from '#web/routes/account/account-queries.ts';
import { notify } from '#web/ui/notify.ts';

/** What shows that it is the customer who asks; from Google it comes later, and maybe not at all. */
export type Confirmation = { password: string } | Promise<{ ticket: string } | { failed: string }>;

/** Deletes the account. `fieldError` belongs to the password that was typed, `failure` to everything else. */
export function useDeletion(onDeleted: () => void) {
  const { mutate, reset, variables, error, isPending } = useMutation({
    mutationKey: ENDS_SESSION,
    mutationFn: async (confirmation: Confirmation) => {
      const confirmed = await confirmation;
      if ('failed' in confirmed) throw new NotConfirmed(confirmed.failed);
      const body = 'ticket' in confirmed ? { access_token: confirmed.ticket } : confirmed;
      return api(deleteAccount, { body });
    },
    onSuccess: () => {
      notify.success('Account deleted', 'Your account and what belonged to it are gone.');
      onDeleted();
    },
  });
  const fieldError = variables && 'password' in variables ? passwordError(error) : undefined;
  return {
    mutate,
    reset,
    isPending,
    fieldError: isPending ? undefined : fieldError,
    failure: isPending || !error || fieldError ? null : text(error),
  };
}

class NotConfirmed extends Error {}

const text = (error: Error) => (error instanceof NotConfirmed ? error.message : failureText(error));

function passwordError(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  return firstMessage(error.body, 'error') ?? firstMessage(error.body, 'password');
}
