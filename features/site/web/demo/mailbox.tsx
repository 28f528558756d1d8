import { useQuery } from '@tanstack/react-query';
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useRouteLoaderData,
} from 'react-router';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import type { SiteData } from '#core/contract/page-entry.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { sendToApi } from '#core/web/api/send.ts';
import { createServerSend } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { readMailbox } from '#features/accounts/contract/mailbox.ts';
import { loadDemoPage } from './load-demo-page.ts';

export const meta = createPageMeta({
  title: 'Mailbox',
  description: 'The emails that this demo would have sent.',
  noindex: true,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const mailbox = await loadDemoPage(callEndpoint(readMailbox, {}, createServerSend(context, request)));
  return data(mailbox, { headers: { 'Cache-Control': 'no-store' } });
}

export const clientLoader = () => loadDemoPage(callEndpoint(readMailbox, {}, sendToApi));

export const headers = ({ loaderHeaders, errorHeaders }: HeadersArgs) => errorHeaders ?? loaderHeaders;

const REFRESH_MS = 3_000;

export default function Mailbox() {
  const rendered = useLoaderData<typeof loader>();
  const { data: mailbox, isError } = useQuery({
    queryKey: ['mailbox'],
    queryFn: () => api(readMailbox, {}),
    initialData: rendered,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
    retry: false,
  });
  return (
    <>
      <PageHeader title="Mailbox" description="Emails that this demo would have sent, newest first." />
      {isError && (
        <Notice tone="warning" role="status" className="mb-4">
          The server is not responding. New emails appear when it responds again.
        </Notice>
      )}
      {mailbox.results.length === 0 ? (
        <EmptyState title="No emails yet">
          Sign up or request a new password: the email appears within seconds.
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label="Emails">
          {mailbox.results.map((email) => (
            <li key={email.id}>
              <Email {...email} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** An email. Only links to this site are clickable. */
function Email({ recipient, subject, text, sent_at }: EndpointOutput<typeof readMailbox>['results'][number]) {
  const publicUrl = useRouteLoaderData<SiteData>('root')?.publicUrl ?? '';
  return (
    <article className="max-w-3xl rounded-box border border-line bg-surface">
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-base font-semibold wrap-anywhere">{subject}</h2>
        <p className="mt-0.5 flex flex-wrap justify-between gap-x-6 text-sm text-muted">
          <span className="wrap-anywhere">{`To ${recipient}`}</span>
          <PakistanTime at={sent_at} />
        </p>
      </header>
      <p className="px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {findLinks(text.trim(), publicUrl).map(({ text: part, isLink, start }) =>
          isLink ? (
            <a key={start} href={part} className="link">
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </article>
  );
}

interface Part {
  text: string;
  isLink: boolean;
  /** The offset in the text. */
  start: number;
}

/** Splits a text into links to `origin` and other text. Links to other origins are text. */
export function findLinks(text: string, origin: string): Part[] {
  let start = 0;
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    const result = { text: part, isLink: index % 2 === 1 && hasOrigin(part, origin), start };
    start += part.length;
    return result;
  });
}

const hasOrigin = (link: string, origin: string) => URL.canParse(link) && new URL(link).origin === origin;
