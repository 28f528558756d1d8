import { Form, Link, useNavigation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import type { DemoAccount, DemoAccountKey } from '#features/site/contract/demo.ts';

/** A button per account that signs in as its user. */
export function SignInChooser({ accounts }: { accounts: readonly DemoAccount[] }) {
  return (
    <section aria-labelledby="sign-in-as">
      <h2 id="sign-in-as" className="text-xl">
        Sign in as
      </h2>
      {accounts.length === 0 ? (
        <p className="mt-2 text-muted">
          Other machines can reach this demo, so it has no public accounts.{' '}
          <Link to={paths.signUp} className="link">
            Sign up
          </Link>{' '}
          for your own.
        </p>
      ) : (
        <>
          <div className="without-scripts mt-3">
            <Notice tone="warning">Signing in needs JavaScript.</Notice>
          </div>
          <Form method="post">
            <ul className="mt-3 divide-y divide-line border-y border-line">
              <Choice name="visitor" label="Visitor" description="Signed out: free signals, news and dates" />
              {accounts.filter(isOffered).map(({ key, login, password, description }) => (
                <Choice
                  key={key}
                  name={key}
                  label={DEMO_ACCOUNTS[key].label}
                  description={removeLabel(description)}
                  credentials={[login, password]}
                />
              ))}
            </ul>
          </Form>
        </>
      )}
    </section>
  );
}

/** A server of a newer release may have other accounts. */
const isOffered = ({ key }: DemoAccount) => key in DEMO_ACCOUNTS;

/** The descriptions begin with the name of the account for other places that show no label. */
const removeLabel = (description: string) => {
  const text = description.replace(/^[^:]*: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

interface ChoiceProps {
  name: string;
  label: string;
  description: string;
  credentials?: [login: string, password: string | null];
}

function Choice({ name, label, description, credentials }: ChoiceProps) {
  const { formData } = useNavigation();
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0 text-sm">
        <p className="text-base font-semibold">{label}</p>
        <p>{description}</p>
        {credentials && (
          <p className="text-muted wrap-anywhere">
            <span className="inline-block">{`${credentials[0]} /`}</span>{' '}
            <span className="inline-block">{credentials[1] ?? '(the password that you set)'}</span>
          </p>
        )}
      </div>
      <Button
        type="submit"
        name="account"
        value={name}
        variant="secondary"
        size="small"
        className="shrink-0"
        busy={formData?.get('account') === name}
      >
        {name === 'visitor' ? (
          'Sign out'
        ) : (
          <span>
            Sign in<span className="sr-only">{` as ${label}`}</span>
          </span>
        )}
      </Button>
    </li>
  );
}

/** The names of the accounts, and the pages that show what is special about them, which open after the sign-in. */
export const DEMO_ACCOUNTS: Record<DemoAccountKey, { label: string; startPath: string }> = {
  subscriber: { label: 'Subscriber', startPath: paths.swingSignals },
  canceled: { label: 'Canceled', startPath: paths.mySubscription },
  'past-due': { label: 'Past due', startPath: paths.subscriptions },
  paused: { label: 'Paused', startPath: paths.mySubscription },
  transfer: { label: 'Bank transfer', startPath: paths.order },
  customer: { label: 'Free account', startPath: paths.pricing },
  administrator: { label: 'Administrator', startPath: paths.adminDashboard },
};
