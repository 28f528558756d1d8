import { Notice } from '#web/ui/feedback/notice.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** Stands in place of an administrators' page until it is known who reads. */
export function CheckingSignIn({ title }: { title: string }) {
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p role="status" className="needs-script mt-6 flex items-center gap-2 text-muted">
        <Spinner />
        Checking your sign-in…
      </p>
      <noscript>
        <Notice>Administration needs JavaScript. Turn it on in your browser to go on.</Notice>
      </noscript>
    </>
  );
}
