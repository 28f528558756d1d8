import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

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
