import { type MutationKey, useMutation } from '@tanstack/react-query';
import { getFirstMessage } from '#contract/errors.ts';
import { ApiError } from '#web/api/call.ts';
import { failureText } from '#web/api/failure-text.ts';

/** The proof that the customer themself asks for an action. */
export type Proof = { password: string } | { ticket: string };

/** The proof, or a sign-in with Google that is under way and may fail. */
type PendingProof = { password: string } | Promise<{ ticket: string } | { failed: string }>;

interface ConfirmedAction {
  send: (proof: Proof) => Promise<unknown>;
  onDone: () => void;
  mutationKey?: MutationKey | undefined;
}

/** Runs an action once it is confirmed. `fieldError` belongs to the typed password, `failure` to everything else. */
export function useIdentityConfirmation({ send, onDone, mutationKey }: ConfirmedAction) {
  const { mutate, reset, variables, error, isPending } = useMutation({
    mutationKey,
    mutationFn: async (pending: PendingProof) => {
      const proof = await pending;
      if ('failed' in proof) throw new NotConfirmed(proof.failed);
      return send(proof);
    },
    onSuccess: onDone,
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

/** The calls differ in the field that they report a wrong password at. */
function passwordError(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined;
  const messages = ['current_password', 'password', 'error'].map((field) =>
    getFirstMessage(error.body, field),
  );
  return messages.find((message) => message !== undefined);
}
