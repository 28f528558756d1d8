import { Button } from '#web/ui/button.tsx';

interface GoogleSignInProps {
  label: string;
  /** The label while the sign-in is in progress. */
  busyLabel: string;
  isBusy: boolean;
  /** The demo signs in with a Google simulator. */
  isSimulator: boolean;
  onStart: () => void;
}

/** The Google button below the form. */
export function GoogleSignIn({ label, busyLabel, isBusy, isSimulator, onStart }: GoogleSignInProps) {
  return (
    <div className="needs-script">
      <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="secondary" wide busy={isBusy} onClick={onStart}>
        {!isBusy && <GoogleMark />}
        {isBusy ? busyLabel : label}
      </Button>
      {isSimulator && (
        <p className="mt-2 text-center text-sm text-muted">This demo uses a Google simulator.</p>
      )}
    </div>
  );
}

/** The Google mark in the text color. */
function GoogleMark() {
  return (
    <svg
      viewBox="0 0 16 16"
      className="size-4"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
    >
      <path d="M13.2 5A6 6 0 1 0 14 8H8.2" />
    </svg>
  );
}
