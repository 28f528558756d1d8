import type { MouseEvent, RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';

/** Links to the password reset page, and passes on the typed email without putting it in the URL. */
export function ForgotPasswordLink({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const navigate = useNavigate();
  function navigateWithEmail(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const email = form.current ? String(new FormData(form.current).get('email') ?? '') : '';
    navigate(paths.forgotPassword, { state: { email } });
  }
  return (
    <Link to={paths.forgotPassword} onClick={navigateWithEmail} className="link">
      Forgot password?
    </Link>
  );
}
