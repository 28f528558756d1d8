import { type MutationKey, useMutation } from '@tanstack/react-query';
import { getFirstMessage } from '#contract/errors.ts';
import { ApiError } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';

/** Proof of the customer's identity. */
export type Proof = { password: string } | { ticket: string };

/** A password, or a Google sign-in in progress that may fail. */
type PendingProof = { password: string } | Promise<{ ticket: string } | { failed: string }>;

interface IdentityConfirmation {
  send: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
  mutationKey?: MutationKey | undefined;
}

/** Runs an action after confirmation. `fieldError` is about the password, `failure` about anything else. */
export function useIdentityConfirmation({ send, onDone, mutationKey }: IdentityConfirmation) {
  const { mutate, reset, variables, error, isPending } = useMutation({
    mutationKey,
    mutationFn: async (pending: PendingProof) => {
      const proof = await pending;
      if ('failed' in proof) throw new NotConfirmed(proof.failed);
      return send(proof);
    },
    onSuccess: onDone,
  });
  const fieldError = variables && 'password' in variables ? getPasswordError(error) : undefined;
  return {
    mutate,
    reset,
    isPending,
    fieldError: isPending ? undefined : fieldError,
    failure: isPending || !error || fieldError ? null : toMessage(error),
  };
}

class NotConfirmed extends Error {}

const toMessage = (error: Error) => (error instanceof NotConfirmed ? error.message : getErrorMessage(error));

/** Returns the error message for a wrong password. The endpoints report it in different fields. */
function getPasswordError(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const messages = ['current_password', 'password', 'error'].map((field) =>
    getFirstMessage(error.body, field),
  );
  return messages.find((message) => message !== undefined);
}
