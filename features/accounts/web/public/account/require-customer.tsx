import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { addNext, paths } from '#core/contract/paths.ts';
import { usePageUrl } from '#core/web/document/page-query.ts';
import { useSession } from '#core/web/session/session.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';

/** Shows content to customers. Redirects visitors to sign in, and shows administrators a notice. */
export function RequireCustomer({ children }: { children: ReactNode }) {
  return (
    <SignInRequired>
      <SignedIn only="customer">{children}</SignedIn>
      <SignedIn only="admin">
        <AdminNotAllowed />
      </SignedIn>
    </SignInRequired>
  );
}

/** Replaces a customer page for administrators. */
export function AdminNotAllowed() {
  return (
    <Notice
      title="This page is for customers"
      action={
        <ButtonLink to={paths.adminDashboard} variant="secondary">
          Open the dashboard
        </ButtonLink>
      }
    >
      You are signed in as an administrator. Administrators have no customer profile or subscription.
    </Notice>
  );
}

/**
 * Shows content to signed-in users. Redirects visitors to the sign-in page and back. The server renders every page for a
 * visitor, so the redirect happens in the browser; visitors without JavaScript see a link instead.
 */
function SignInRequired({ children }: { children: ReactNode }) {
  const user = useSession();
  const navigate = useNavigate();
  const signIn = addNext(paths.signIn, usePageUrl());
  useEffect(() => {
    if (user === null) navigate(signIn, { replace: true });
  }, [user, navigate, signIn]);

  return (
    <>
      <SignedIn>{children}</SignedIn>
      <SignedOut>
        <Notice
          title="Sign in to see this page"
          action={<ButtonLink to={signIn}>Open the sign-in page</ButtonLink>}
        >
          This page shows data of your account.
        </Notice>
      </SignedOut>
    </>
  );
}
