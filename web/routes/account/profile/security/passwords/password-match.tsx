import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import type { PasswordDraft } from './password-draft.ts';

/** Shows while typing whether the confirmation matches, with an icon and text, not only color. */
export function PasswordMatch({ draft }: { draft: PasswordDraft }) {
  const isMatch = draft.next === draft.confirm;
  const Icon = isMatch ? CheckIcon : CloseIcon;
  return (
    <p aria-live="polite" className="min-h-5 text-sm">
      {draft.confirm !== '' && (
        <span
          className={`inline-flex items-center gap-1.5 font-medium ${isMatch ? 'text-accent' : 'text-danger'}`}
        >
          <Icon />
          {isMatch ? 'Passwords match' : 'Passwords do not match'}
        </span>
      )}
    </p>
  );
}
