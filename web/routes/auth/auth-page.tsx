import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { GoogleMark } from './google-mark.tsx';

interface AuthPageProps {
  title: string;
  description: string;
  form: ReactNode;
  google: { label: string; failureTitle: string };
  /** The way to the other form. */
  otherwise: ReactNode;
}

/** The sheet that signing in and signing up stand on. */
export function AuthPage({ title, description, form, google, otherwise }: AuthPageProps) {
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 text-muted">{description}</p>
      <div className="mt-6 rounded-box border border-line bg-surface p-5 sm:p-6">
        {form}
        <noscript>
          <p className="mt-4 text-sm text-muted">
            Signing in needs JavaScript. Everything else can be read without it.
          </p>
        </noscript>
        <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
        <Button
          variant="secondary"
          wide
          className="needs-script"
          onClick={() =>
            notify.error(
              google.failureTitle,
              'Google sign-in is not configured here. Please use your email and password.',
            )
          }
        >
          <GoogleMark />
          {google.label}
        </Button>
      </div>
      <p className="mt-4 text-center text-sm text-muted">{otherwise}</p>
    </div>
  );
}
