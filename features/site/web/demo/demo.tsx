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
import { paths } from '#core/contract/paths.ts';
import { ApiError, callEndpoint, type Send } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { sendToApi } from '#core/web/api/send.ts';
import { createAction, createServerSend } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { DEMO_CLOCK_CHANNEL } from '#core/web/frame/follow-market.ts';
import { type Identity, storeSession } from '#core/web/session/session.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { signOut } from '#features/accounts/web/public/sign-out.ts';
import {
  type AdvanceBody,
  advanceDemoClock,
  type DemoAccount,
  type DemoAccountKey,
  type DemoState,
  readDemo,
} from '#features/site/contract/demo.ts';
import { ClockControl } from './clock-control.tsx';
import { loadDemoPage } from './load-demo-page.ts';
import { DEMO_ACCOUNTS, SignInChooser } from './sign-in-chooser.tsx';

const CREDENTIALS_CHANGED =
  'The password or the second factor of this account was changed. Sign in with it on the sign-in page.';

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
    if (outcome.kind === 'own-password') {
      notify.copied(`Sign in as ${outcome.login}`, 'Enter the password that you set for this administrator.');
      return void navigate(paths.adminSignIn);
    }
    storeSession(outcome.user, outcome.tokens);
    const { label, startPath } = DEMO_ACCOUNTS[outcome.account];
    notify.success(`Signed in as ${label}`, outcome.user.email);
    void navigate(startPath);
  }, [outcome, navigate, queries]);
}

/** The outcome of the page's forms, submitted to the server (before hydration and from the home page) or in the browser. */
type DemoOutcome =
  | {
      kind: 'signed-in';
      account: DemoAccountKey;
      user: Identity;
      tokens: { access: string; refresh: string };
    }
  | { kind: 'signed-out' }
  /** The administrator has a password of its own, for the administrators' sign-in page. */
  | { kind: 'own-password'; login: string }
  | { kind: 'advanced' }
  | { kind: 'failed'; message: string };

/** Handles a form with `account`, the choice of a sign-in, or with `advance`, the hours or the event to advance to. */
async function submitDemoForm(form: FormData, send: Send): Promise<DemoOutcome> {
  const account = form.get('account');
  try {
    if (account === 'visitor') return { kind: 'signed-out' };
    if (account !== null) return await signInAs(String(account), send);
    const body = parseAdvance(String(form.get('advance')));
    await callEndpoint(advanceDemoClock, { body }, send);
    return { kind: 'advanced' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'failed', message: error.status === 401 ? CREDENTIALS_CHANGED : getErrorMessage(error) };
  }
}

async function signInAs(key: string, send: Send): Promise<DemoOutcome> {
  const { accounts } = await callEndpoint(readDemo, {}, send);
  const account = accounts.find((each) => each.key === key);
  if (!account)
    return { kind: 'failed', message: 'This account is not part of the demo’s data. Choose another.' };
  const { login, password } = account;
  if (password === null) return { kind: 'own-password', login };
  return { kind: 'signed-in', account: account.key, ...(await callSignIn({ ...account, password }, send)) };
}

/** Calls the same endpoints as the sign-in pages: the demo has no other way to sign in. */
function callSignIn({ key, login, password }: DemoAccount & { password: string }, send: Send) {
  return key === 'administrator'
    ? callEndpoint(adminSignIn, { body: { username: login, password } }, send)
    : callEndpoint(signIn, { body: { email: login, password } }, send);
}

/** The server rejects anything else. */
function parseAdvance(text: string): AdvanceBody {
  return /^\d+$/.test(text) ? { hours: Number(text) } : { until: text as 'next-session' | 'next-renewal' };
}
