import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type HeadersArgs,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { type DemoState, readDemo } from '#contract/demo.ts';
import { paths } from '#contract/paths.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { toErrorResponseInit } from '#web/api/error-response.ts';
import { sendToApi } from '#web/api/send.ts';
import { createServerSend } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ClockControl } from './clock-control.tsx';
import { SignInChooser } from './sign-in-chooser.tsx';
import { submitDemoForm } from './submit-demo-form.ts';
import { TestCards } from './test-cards.tsx';
import { Tour } from './tour.tsx';
import { useDemoOutcome } from './use-demo-outcome.ts';

export const meta = createPageMeta({
  title: 'Demo',
  description: 'Sign in to the demo as any kind of user, advance its clock, and read its emails.',
  noindex: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const demo = await loadDemo(createServerSend(context, request));
  return data(demo, { headers: { 'Cache-Control': 'no-store' } });
}

/** Calls the API, whose response reports a clock that another tab has advanced. */
export const clientLoader = () => loadDemo(sendToApi);

/** Only the demo has this page; otherwise the API returns 404. */
async function loadDemo(send: Send): Promise<DemoState> {
  try {
    return await callEndpoint(readDemo, {}, send);
  } catch (error) {
    throw data(null, toErrorResponseInit(error));
  }
}

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;

/** Handles the forms of the home page, and those submitted before hydration. */
export async function action({ request, context }: ActionFunctionArgs) {
  return submitDemoForm(await request.formData(), createServerSend(context, request));
}

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
      {outcome?.kind === 'failed' && (
        <Notice tone="danger" role="alert" className="mb-6">
          {outcome.message}
        </Notice>
      )}
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
