import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#contract/page-entry.ts';
import { useGoogleSignIn } from '#web/session/google/use-google-sign-in.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';

interface AuthPageProps {
  title: string;
  description: string;
  form: ReactNode;
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
