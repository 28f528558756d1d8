import type { ReactNode } from 'react';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { AdminNotAllowed } from './admin-not-allowed.tsx';
import { SignInRequired } from './sign-in-required.tsx';

/** What belongs to a customer's account: visitors are led to sign in, administrators are told whose it is. */
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
