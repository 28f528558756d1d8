import { useQuery } from '@tanstack/react-query';
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type ApiGuide, type GuideEndpoint, readApiGuide } from '#core/contract/api/api-guide.ts';
import { API_SCOPE_LABELS, API_SCOPES, DEVELOPERS_PATH, KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { ALERT_SETTINGS_PATH } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { Section } from '#core/web/ui/section.tsx';
import {
  listWebhookTypes,
  WEBHOOK_EXAMPLE,
  WEBHOOK_VERIFICATION,
} from '#features/alerts/contract/webhook-guide.ts';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

interface Rendered {
  /** `null` if the API call failed; the browser then repeats it. */
  guide: ApiGuide | null;
  asOf: string;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asOf = context.get(serverContext).now().toISOString();
  try {
    const guide = await callEndpoint(readApiGuide, {}, createServerSend(context, request));
    return data<Rendered>({ guide, asOf });
  } catch (error) {
    return data<Rendered>({ guide: null, asOf }, toErrorResponseInit(error));
  }
}

export const meta = createPageMeta({
  title: 'API for developers',
  description:
    'Read signals, news, dates and prices of the Pakistan Stock Exchange with an API key: endpoints, parameters, fields, errors and limits.',
  path: DEVELOPERS_PATH,
});

/** The documentation of the API, generated from the contract. */
export default function DevelopersPage() {
  const rendered = useLoaderData<typeof loader>();
  const {
    data: guide,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [readApiGuide.path],
    queryFn: () => api(readApiGuide, {}),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.guide, rendered?.asOf),
  });
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="API for developers"
        description="Your programs can read what your account may read: signals, news, dates and prices, as JSON."
      />
      {!guide && isError && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          Failed to load the documentation. Please try again.
        </LoadFailure>
      )}
      {!guide && !isError && <Skeleton>Loading the documentation...</Skeleton>}
      {guide && (
        <div className="grid grid-cols-1 gap-10">
          <Basics guide={guide} />
          <Errors />
          {API_SCOPES.map((scope) => (
            <Section key={scope} id={`scope-${scope.replace(':', '-')}`} title={API_SCOPE_LABELS[scope]}>
              <p className="mb-4 text-sm text-muted">
                Scope <code>{scope}</code>
              </p>
              <div className="grid grid-cols-1 gap-8">
                {guide.endpoints
                  .filter((endpoint) => endpoint.scope === scope)
                  .map((endpoint) => (
                    <Endpoint key={endpoint.path} endpoint={endpoint} />
                  ))}
              </div>
            </Section>
          ))}
          <Webhooks />
        </div>
      )}
    </div>
  );
}

function Basics({ guide: { endpoints, limit } }: { guide: ApiGuide }) {
  return (
    <Section id="basics" title="Keys, scopes and limits">
      <div className="grid gap-3">
        <p>
          Create a key on the page{' '}
          <Link to={KEYS_PATH} className="link">
            Feeds and API keys
          </Link>{' '}
          of your account, and send it in the header <code>Authorization</code>. A key reads only what its
          scopes name, and changes nothing. Premium signals are in the responses while your account may read
          them.
        </p>
        <Code>{`curl -H "Authorization: Bearer tezi_…" \\\n"${endpoints[0]?.example.url}"`}</Code>
        <p>
          A key may send <span>{limit.requests}</span> requests in <span>{limit.seconds}</span> seconds. The
          headers <code>RateLimit-Policy</code> and <code>RateLimit</code> of each response have the limit (
          <code>q</code> requests in <code>w</code> seconds) and what is left of it (<code>r</code> requests;
          the window ends in <code>t</code> seconds).
        </p>
        <p>
          Prices are text with two decimals, so that no digit is lost. Timestamps are in UTC, and dates are
          those of Karachi. New fields can be added at any time; ignore those that you do not know. The same
          endpoints are described for tools in{' '}
          <a href="/api/openapi.json" className="link">
            OpenAPI
          </a>
          .
        </p>
      </div>
    </Section>
  );
}

const ERRORS = [
  ['400', 'A parameter is invalid. The response has messages by field.'],
  ['401', 'The key is unknown, expired or revoked. Create a new one.'],
  ['403', 'The key lacks the scope of the endpoint, or the endpoint accepts no keys.'],
  ['404', 'There is no such page, article, company or signal.'],
  ['429', 'The limit is reached. Wait as many seconds as the header Retry-After says.'],
  ['503', 'The service is not available now. Try again later.'],
] as const;

function Errors() {
  return (
    <Section id="errors" title="Errors">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {ERRORS.map(([status, text]) => (
          <div key={status} className="col-span-2 grid grid-cols-subgrid">
            <dt className="font-semibold">{status}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">
        Other errors than those by field have the message in <code>detail</code>, and often a{' '}
        <code>code</code> that does not change.
      </p>
    </Section>
  );
}

function Endpoint({ endpoint: { path, summary, parameters, fields, example } }: { endpoint: GuideEndpoint }) {
  return (
    <section className="min-w-0">
      <h3 className="font-mono text-sm font-semibold wrap-anywhere">{`GET ${path}`}</h3>
      <p className="mt-1">{summary}</p>
      {parameters.length > 0 && (
        <Rows
          title="Parameters"
          rows={parameters.map(({ name, place, is_required, type }) => ({
            name,
            text: `${type}; ${place === 'path' ? 'in the path' : is_required ? 'required' : 'optional'}`,
          }))}
        />
      )}
      <details className="mt-3">
        <summary className="cursor-pointer text-sm font-semibold">Fields of the response</summary>
        <Rows rows={fields.map(({ name, type }) => ({ name, text: type }))} />
      </details>
      <details className="mt-3">
        <summary className="cursor-pointer text-sm font-semibold">Example</summary>
        <Code>{`curl -H "Authorization: Bearer tezi_…" \\\n"${example.url}"`}</Code>
        <Code>{example.response}</Code>
      </details>
    </section>
  );
}

function Rows({ title, rows }: { title?: string; rows: { name: string; text: string }[] }) {
  return (
    <>
      {title && <h4 className="mt-3 text-sm font-semibold">{title}</h4>}
      <dl className="mt-1 grid gap-y-1 text-sm">
        {rows.map(({ name, text }) => (
          <div key={name} className="flex flex-wrap gap-x-3 border-b border-line py-1">
            <dt className="font-mono wrap-anywhere">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const HEADERS = [
  ['webhook-id', 'The same for every attempt. Ignore a message whose ID you have handled.'],
  ['webhook-timestamp', 'Seconds since 1970 of this attempt. Reject it if it is more than five minutes off.'],
  [
    'webhook-signature',
    'v1, and the signature in Base64. While a secret is replaced there are two, separated by a space: one must match.',
  ],
] as const;

/** How programs receive alerts instead of asking for them. */
function Webhooks() {
  return (
    <Section id="webhooks" title="Webhooks">
      <div className="grid gap-3">
        <p>
          Instead of asking, your server can be called: add its URL in the{' '}
          <Link to={ALERT_SETTINGS_PATH} className="link">
            alert settings
          </Link>
          , and choose there which alerts it receives. Each is a <code>POST</code> of JSON after{' '}
          <a href="https://www.standardwebhooks.com" className="link">
            Standard Webhooks
          </a>
          , whose libraries verify it. Its headers are:
        </p>
        <Rows rows={HEADERS.map(([name, text]) => ({ name, text }))} />
        <p>
          The signature is the HMAC-SHA256 of <code>id.timestamp.body</code>. Its key is what follows{' '}
          <code>whsec_</code> in your secret, decoded from Base64.
        </p>
        <Code>{WEBHOOK_VERIFICATION}</Code>
        <p>
          Respond with a status from 200 to 299 within ten seconds. Otherwise the message is sent again after
          5 seconds, 30 seconds, 3, 18 and 30 minutes, or later if your <code>Retry-After</code> says so,
          while the alert is of use: a new intraday signal until its session ends. The order can differ, and a
          message can arrive twice. Redirects are not followed. The status 410 turns the webhook off, as do
          ten failures on three days in which nothing was accepted.
        </p>
        <p>
          The <code>type</code> is one of <code>{listWebhookTypes().join(', ')}</code>. Those about companies
          have <code>symbols</code>, <code>date</code> and <code>details</code>. <code>levels</code> can be{' '}
          <code>null</code> for premium signals: follow the <code>url</code>. Filled entries, targets, stops
          and closings have a <code>result</code> with <code>price</code> and <code>r_multiple</code>, as far
          as they are known. <code>signal.voided</code> has <code>is_void</code>, which is <code>false</code>{' '}
          if the decision was withdrawn, and <code>replaced_by</code>: the new signal, which then has no
          message of its own.
        </p>
        <Code>{JSON.stringify(WEBHOOK_EXAMPLE, null, 2)}</Code>
      </div>
    </Section>
  );
}

/** Long lines wrap, so that nothing scrolls sideways. */
function Code({ children }: { children: string }) {
  return (
    <pre className="mt-2 rounded-box border border-line bg-surface p-3 text-sm whitespace-pre-wrap wrap-anywhere">
      {children}
    </pre>
  );
}
