import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#contract/page-entry.ts';
import { useGoogleSignIn } from '#web/session/google/use-google-sign-in.ts';
import { AuthSheet } from '#web/ui/auth-sheet.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { GoogleSignIn } from './google/google-sign-in.tsx';

interface AuthPageProps {
  title: string;
  description: string;
  form: ReactNode;
  google: { label: string; intent: 'signin' | 'signup' };
  /** The way to the other form. */
  otherwise: ReactNode;
}

/** The sheet that signing in and signing up stand on. */
export function AuthPage({ title, description, form, google, otherwise }: AuthPageProps) {
  const offer = useRouteLoaderData<SiteData>('root')?.google ?? 'off';
  const { isBusy, message, start, forget } = useGoogleSignIn(google.intent);
  return (
    <AuthSheet title={title} description={description} otherwise={otherwise}>
      <div onSubmit={forget}>
        {message && (
          <Notice tone="danger" className="mb-4">
            {message}
          </Notice>
        )}
        {form}
        <noscript>
          <p className="mt-4 text-sm text-muted">
            Signing in needs JavaScript. Everything else can be read without it.
          </p>
        </noscript>
        {offer !== 'off' && (
          <GoogleSignIn
            label={google.label}
            isBusy={isBusy}
            isStandIn={offer === 'stand-in'}
            onStart={start}
          />
        )}
      </div>
    </AuthSheet>
  );
}
