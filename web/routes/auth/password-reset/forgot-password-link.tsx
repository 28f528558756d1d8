import type { MouseEvent, RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';

/** Leads from the sign-in form to a new password; the e-mail that was typed goes along, but not in the address. */
export function ForgotPasswordLink({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const navigate = useNavigate();
  function goWithEmail(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const email = form.current ? String(new FormData(form.current).get('email') ?? '') : '';
    navigate(paths.forgotPassword, { state: { email } });
  }
  return (
    <Link to={paths.forgotPassword} onClick={goWithEmail} className="link">
      Forgot password?
    </Link>
  );
}
