import { useState } from 'react';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** Replaces the dashboard while a second factor is required and the administrator has none. */
export function RequiredSetup({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        description="Traders act on these signals, so a password alone is not enough."
      />
      <section
        aria-labelledby="set-up"
        className="max-w-md rounded-box border border-line bg-surface p-5 sm:p-6"
      >
        <h2 id="set-up" className="mb-2 text-lg">
          {codes ? 'The second factor is set up' : 'Set up the second factor first'}
        </h2>
        {codes ? (
          <RecoveryCodes codes={codes} next="Continue to Signals" onNext={onDone} />
        ) : (
          <SecondFactorSetup onDone={setCodes}>
            <p>
              You need an authenticator app on your phone. After the setup, signing in also requires a code
              from the app.
            </p>
          </SecondFactorSetup>
        )}
      </section>
    </>
  );
}
