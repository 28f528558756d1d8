import { Notice } from '#web/ui/feedback/notice.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** Replaces an admin page while the session is loading. */
export function CheckingSignIn({ title }: { title: string }) {
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p role="status" className="needs-script mt-6 flex items-center gap-2 text-muted">
        <Spinner />
        Checking your sign-in…
      </p>
      <noscript>
        <Notice>Administration requires JavaScript. Turn it on in your browser to continue.</Notice>
      </noscript>
    </>
  );
}
