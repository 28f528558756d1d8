import type { ReactNode } from 'react';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { AdminNotAllowed } from './admin-not-allowed.tsx';
import { SignInRequired } from './sign-in-required.tsx';

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
