import { Button } from '#web/ui/button.tsx';
import { GoogleMark } from './google-mark.tsx';

interface GoogleSignInProps {
  label: string;
  isBusy: boolean;
  /** The demo has a stand-in for Google. */
  isStandIn: boolean;
  onStart: () => void;
}

/** The way in beside the form. */
export function GoogleSignIn({ label, isBusy, isStandIn, onStart }: GoogleSignInProps) {
  return (
    <div className="needs-script">
      <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="secondary" wide busy={isBusy} onClick={onStart}>
        {!isBusy && <GoogleMark />}
        {isBusy ? 'Waiting for Google...' : label}
      </Button>
      {isStandIn && (
        <p className="mt-2 text-center text-sm text-muted">This demo has a stand-in for Google.</p>
      )}
    </div>
  );
}
