import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** What an administrator finds here. */
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
      You are signed in as an administrator, and an administrator has neither a customer's profile nor a
      subscription.
    </Notice>
  );
}
