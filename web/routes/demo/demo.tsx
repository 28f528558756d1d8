import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type ClientActionFunctionArgs,
  data,
  type HeadersArgs,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigate,
} from 'react-router';
import { type DemoState, readDemo } from '#contract/demo.ts';
import { paths } from '#contract/paths.ts';
import { callEndpoint } from '#web/api/call.ts';
import { sendToApi } from '#web/api/send.ts';
import { createAction, createServerSend } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { DEMO_CLOCK_CHANNEL } from '#web/frame/follow-market.ts';
import { storeSession } from '#web/session/session.ts';
import { signOut } from '#web/session/sign-out.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { Figure } from '#web/ui/figure.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ClockControl } from './clock-control.tsx';
import { loadDemoPage } from './load-demo-page.ts';
import { DEMO_ACCOUNTS, SignInChooser } from './sign-in-chooser.tsx';
import { type DemoOutcome, submitDemoForm } from './submit-demo-form.ts';

export const meta = createPageMeta({
  title: 'Demo',
  description: 'Sign in to the demo as any kind of user, advance its clock, and read its emails.',
  noindex: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const demo = await loadDemoPage(callEndpoint(readDemo, {}, createServerSend(context, request)));
  return data(demo, { headers: { 'Cache-Control': 'no-store' } });
}

/** Calls the API, whose response reports a clock that another tab has advanced. */
export const clientLoader = () => loadDemoPage(callEndpoint(readDemo, {}, sendToApi));

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;

/** Handles the forms of the home page, and those submitted before hydration. */
export const action = createAction(submitDemoForm);
export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitDemoForm(await request.formData(), sendToApi);
}

export default function Demo() {
  const demo = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof clientAction>();
  useDemoOutcome(outcome);
  return (
    <>
      <PageHeader
        title="Demo"
        description="Tezi with invented data, on this machine only. No card is charged and no email leaves it. Sign in as anyone, move the clock and see what follows."
      />
      <Notice tone="danger" role="alert" className="mb-6">
        {outcome?.kind === 'failed' && outcome.message}
      </Notice>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SignInChooser accounts={demo.accounts} />
        <Tour />
        {demo.clock && <ClockControl now={demo.now} clock={demo.clock} />}
        {demo.has_mailbox && <MailboxLink />}
        {demo.test_cards.length > 0 && <TestCards cards={demo.test_cards} />}
      </div>
    </>
  );
}

function MailboxLink() {
  return (
    <section aria-labelledby="mailbox">
      <h2 id="mailbox" className="text-xl">
        Mailbox
      </h2>
      <p className="mt-2 text-muted">
        Verification links, password resets and notices about the account, for all of the demo's users.
      </p>
      <p className="mt-3">
        <Link to={paths.mailbox} className="link">
          Open the mailbox
        </Link>
      </p>
    </section>
  );
}

/** What to look at in two minutes, in an order in which each step shows something new. */
function Tour() {
  return (
    <section aria-labelledby="tour">
      <h2 id="tour" className="text-xl">
        Two-minute tour
      </h2>
      <ol className="mt-3 list-decimal space-y-2.5 ps-5">
        {STEPS.map(({ to, link, text }) => (
          <li key={link} className="ps-1">
            <Link to={to} className="link font-semibold">
              {link}
            </Link>{' '}
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const STEPS = [
  {
    to: paths.intradaySignals,
    link: 'Intraday signals',
    text: 'are free: entry, stop loss and targets drawn to scale.',
  },
  {
    to: paths.bookClosure,
    link: 'Book closures',
    text: 'have ex-dates and last buying days. Filter them and share the URL.',
  },
  { to: paths.news, link: 'Financial news', text: 'is classified by sector, category and company.' },
  {
    to: paths.swingSignals,
    link: 'Swing signals',
    text: 'are premium: sign in as the subscriber to read them.',
  },
  {
    to: paths.pricing,
    link: 'Pricing',
    text: 'sells a plan to the free account, paid with a test card.',
  },
  {
    to: paths.mySubscription,
    link: 'My subscription',
    text: 'shows the renewal after you advance the clock to it.',
  },
  {
    to: paths.adminDashboard,
    link: 'Administration',
    text: 'publishes signals: sign in as the administrator.',
  },
];

/** The card numbers that the simulated checkout accepts. */
function TestCards({ cards }: { cards: DemoState['test_cards'] }) {
  return (
    <section aria-labelledby="test-cards" className="lg:col-span-full">
      <h2 id="test-cards" className="text-xl">
        Test cards
      </h2>
      <p className="mt-2 mb-3 text-muted">
        Payments are simulated. Use any name, any security code, and an expiry date after the demo's time.
      </p>
      <DataTable
        label="Test cards"
        rows={cards}
        getKey={({ number }) => number}
        columns={{
          'Card number': ({ number }) => <Figure>{number.replace(/(\d{4})(?=\d)/g, '$1 ')}</Figure>,
          Payments: ({ effect }) => effect,
        }}
      />
    </section>
  );
}

/** Handles an outcome once: stores the sign-in and opens the account's page, or drops the data of the previous time. */
function useDemoOutcome(outcome: DemoOutcome | undefined): void {
  const handled = useRef<DemoOutcome>(undefined);
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (outcome === undefined || handled.current === outcome) return;
    handled.current = outcome;
    if (outcome.kind === 'failed') return;
    queries.removeQueries({ type: 'inactive' });
    if (outcome.kind === 'advanced') {
      new BroadcastChannel(DEMO_CLOCK_CHANNEL).postMessage(null);
      return void notify.success('The clock was advanced');
    }
    // Ends the previous session, if any, before the next one is stored.
    void signOut();
    if (outcome.kind === 'signed-out') {
      notify.success('You are a visitor', 'Signed out of the demo.');
      return void navigate(paths.home);
    }
    storeSession(outcome.user, outcome.tokens);
    const { label, startPath } = DEMO_ACCOUNTS[outcome.account];
    notify.success(`Signed in as ${label}`, outcome.user.email);
    void navigate(startPath);
  }, [outcome, navigate, queries]);
}
