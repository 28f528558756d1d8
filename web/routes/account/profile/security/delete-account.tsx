import { useState } from 'react';
import type { Profile } from '#contract/accounts/profile.ts';
import { Button } from '#web/ui/button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

interface DeleteAccountProps {
  profile: Profile;
  onDeleted: () => void;
}

export function DeleteAccount({ profile, onDeleted }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-md">Review what will be deleted, then confirm your identity.</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {isOpen && <DeleteDialog profile={profile} onClose={() => setOpen(false)} onDeleted={onDeleted} />}
    </div>
  );
}
