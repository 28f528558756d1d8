import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { useHasSessionEnded } from './session.ts';

/** Explains on the sign-in pages why the user must sign in again. */
export function SessionEndedNotice() {
  if (!useHasSessionEnded()) return null;
  return (
    <Notice tone="warning" role="status">
      Your session has ended. Please sign in again.
    </Notice>
  );
}
