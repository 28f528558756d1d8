import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editProfile } from '#contract/accounts/profile.ts';
import { api } from '#web/api/api.ts';
import { useAccountKey } from '#web/routes/account/account-queries.ts';
import { renameUser } from '#web/session/session.ts';
import type { ProfileDraft } from './profile-draft.ts';

interface Outcomes {
  onSaved: () => void;
  onFailed: (error: Error) => void;
}

/** Saves the profile, and applies the response to this page, the account menu and other tabs. */
export function useProfileChange({ onSaved, onFailed }: Outcomes) {
  const queries = useQueryClient();
  const queryKey = useAccountKey('profile');
  return useMutation({
    mutationFn: (draft: ProfileDraft) => api(editProfile, { body: draft }),
    onSuccess: async (saved) => {
      // A response from before the change must not overwrite it.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, saved);
      renameUser(saved);
      onSaved();
    },
    onError: onFailed,
  });
}
