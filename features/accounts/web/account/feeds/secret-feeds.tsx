import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Button } from '#core/web/ui/button.tsx';
import { ConfirmDialog } from '#core/web/ui/dialogs/confirm-dialog.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  createFeedLink,
  deleteFeedLink,
  FEED_KINDS,
  type FeedKind,
  type FeedLink,
  listFeedLinks,
} from '#features/accounts/contract/feed-links.ts';
import { useAccountKey, useAccountQuery } from '#features/accounts/web/public/account/account-queries.ts';
import { ShownSecret } from '#features/accounts/web/public/account/feeds/shown-secret.tsx';
import { Section } from '#features/accounts/web/public/account/profile/section.tsx';

const FEEDS: Record<FeedKind, { title: string; description: string }> = {
  dates: {
    title: 'Calendar of my companies',
    description:
      'Board meetings, book closures and last buying days of the companies that you watch. Subscribe to the URL in your calendar app. Apps read it a few times a day, so use alerts for what is urgent.',
  },
  signals: {
    title: 'Feed of my signals',
    description:
      'The newest signals that your account may read, for a feed reader (Atom). Premium signals are in it while you have access.',
  },
};

/** The secret URLs of the customer's feeds. */
export function SecretFeeds() {
  const { data, error, isFetching, refetch } = useAccountQuery(useAccountKey('feeds'), () =>
    api(listFeedLinks, {}),
  );
  return (
    <QueryResult
      query={{ data, error: error && getErrorMessage(error), isFetching, refetch }}
      loading="Loading your feeds..."
    >
      {({ results }) =>
        FEED_KINDS.map((kind) => (
          <Section key={kind} title={FEEDS[kind].title} description={FEEDS[kind].description}>
            <Feed kind={kind} link={results.find((each) => each.kind === kind) ?? null} />
          </Section>
        ))
      }
    </QueryResult>
  );
}

function Feed({ kind, link }: { kind: FeedKind; link: FeedLink | null }) {
  const queries = useQueryClient();
  const queryKey = useAccountKey('feeds');
  const [isConfirming, setConfirming] = useState<'replace' | 'revoke' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async (action: 'create' | 'revoke') => {
      if (action === 'create') return (await api(createFeedLink, { body: { kind } })).url;
      await api(deleteFeedLink, { params: { kind } });
      return null;
    },
    onSuccess: (created) => {
      setUrl(created);
      setConfirming(null);
      if (created === null) notify.success('URL revoked', 'Apps can no longer read this feed.');
    },
    onError: (failure) => {
      if (isConfirming === null) notify.error('The URL was not created', getErrorMessage(failure));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const close = () => {
    setConfirming(null);
    reset();
  };
  return (
    <>
      {link ? (
        <p key="link" className="text-sm text-muted">
          URL created <PakistanTime at={link.created_at} />
          {'. '}
          {link.last_used_at ? (
            <span key="read">
              Last read <PakistanTime at={link.last_used_at} />.
            </span>
          ) : (
            <span>No app has read it yet.</span>
          )}
        </p>
      ) : (
        <p className="text-sm text-muted">This feed has no URL yet.</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {link ? (
          <>
            <Button variant="secondary" onClick={() => setConfirming('replace')}>
              Replace the URL
            </Button>
            <Button variant="secondary" onClick={() => setConfirming('revoke')}>
              Revoke
            </Button>
          </>
        ) : (
          <Button busy={isPending} onClick={() => mutate('create')}>
            Create the URL
          </Button>
        )}
      </div>
      {url !== null && <ShownSecret label="Secret URL" secret={url} />}
      {isConfirming && (
        <ConfirmDialog
          title={isConfirming === 'replace' ? 'Replace the URL' : 'Revoke the URL'}
          description={
            isConfirming === 'replace'
              ? 'The current URL stops working immediately. Enter the new one in your apps.'
              : 'Apps that use the URL can no longer read the feed.'
          }
          confirmLabel={isConfirming === 'replace' ? 'Replace' : 'Revoke'}
          isPending={isPending}
          error={error && getErrorMessage(error)}
          onConfirm={() => mutate(isConfirming === 'replace' ? 'create' : 'revoke')}
          onClose={close}
        />
      )}
    </>
  );
}
