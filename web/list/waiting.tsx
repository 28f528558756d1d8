import { Loading } from '#web/ui/feedback/loading.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

interface WaitingProps {
  /** What is being loaded, as its reader is told. */
  children: string;
  failureTitle?: string;
  failure: string;
}

/** Stands in place of a list that the browser asks for; without scripts nobody does. */
export function Waiting({ children, failureTitle, failure }: WaitingProps) {
  return (
    <>
      <Loading className="with-scripts">{children}</Loading>
      <div className="without-scripts mt-4">
        <Notice tone="danger" title={failureTitle}>
          {failure}
        </Notice>
      </div>
    </>
  );
}
