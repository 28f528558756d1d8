import { addNext, paths } from '#core/contract/paths.ts';
import { useHasSessionEnded } from './session.ts';

/**
 * Returns where a visitor gets access to a page: the sign-in page if the session has ended, else the sign-up page. The script of
 * `RedirectVisitors` must agree with it.
 */
export function useSignUpPath(next: string): string {
  return addNext(useHasSessionEnded() ? paths.signIn : paths.signUp, next);
}
