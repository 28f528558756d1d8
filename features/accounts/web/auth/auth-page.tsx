import type { ReactNode } from 'react';
import { useRouteLoaderData, useSearchParams } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';
import { addNext, getNextPath, paths } from '#core/contract/paths.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import type { SignInOutcome } from '#core/web/session/sign-in-outcome.ts';
import { Button } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { useGoogleSignIn } from '#features/accounts/web/google/use-google-sign-in.ts';
import { useRedirectWhenSignedIn, useSignInOutcome } from '#features/accounts/web/use-sign-in-outcome.ts';
import { AuthCard } from './auth-card.tsx';

interface AuthPageProps {
  title: string;
  description: ReactNode;
  form: Elements;
  google: { label: string; busyLabel: string; intent: 'signin' | 'signup' };
  /** A link to the other form. */
  otherwise: ReactNode;
}

/** The layout of the sign-in and sign-up pages. */
export function AuthPage({ title, description, form, google, otherwise }: AuthPageProps) {
  const availability = useRouteLoaderData<SiteData>('root')?.google ?? 'off';
  const { isBusy, message, start, clearMessage } = useGoogleSignIn(google.intent);
  return (
    <AuthCard title={title} description={description} footer={otherwise}>
      <div onSubmit={clearMessage}>
        {message && (
          <Notice tone="danger" className="mb-4">
            {message}
          </Notice>
        )}
        {form}
        <noscript>
          <p className="mt-4 text-sm text-muted">
            Signing in requires JavaScript. You can read all other pages without it.
          </p>
        </noscript>
        {availability !== 'off' && (
          <GoogleSignIn
            label={google.label}
            busyLabel={google.busyLabel}
            isBusy={isBusy}
            isSimulator={availability === 'simulator'}
            onStart={start}
          />
        )}
      </div>
    </AuthCard>
  );
}

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
function GoogleSignIn({ label, busyLabel, isBusy, isSimulator, onStart }: GoogleSignInProps) {
  return (
    <div className="needs-script">
      <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="secondary" wide busy={isBusy} onClick={onStart}>
        {!isBusy && <GoogleMark />}
        <span>{isBusy ? busyLabel : label}</span>
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

/** Returns what the sign-in and sign-up pages show after their form was submitted, and redirects signed-in customers. */
export function useAuthOutcome(
  outcome: SignInOutcome | undefined,
  welcome: { title: string; description: string },
) {
  useSignInOutcome(outcome, welcome);
  const next = getNextPath(useSearchParams()[0], paths.home);
  return {
    isDone: useRedirectWhenSignedIn('customer', next),
    rejected: outcome?.kind === 'rejected' ? outcome : null,
    /** Returns the path of the other page, with the same return path. */
    toOther: (path: string) => (next === paths.home ? path : addNext(path, next)),
  };
}

/** The handle of pages that redirect to `?next=` after sign-in. */
export const nextHandle: PageHandle = {
  query: ['next'],
  canonicalQuery: (search) => {
    const next = getNextPath(search, paths.home);
    return new URLSearchParams(next === paths.home ? {} : { next });
  },
};
