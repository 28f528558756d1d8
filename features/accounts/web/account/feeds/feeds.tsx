import { createPageMeta } from '#core/web/document/page-meta.ts';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { RequireCustomer } from '#features/accounts/web/public/account/require-customer.tsx';

const Feeds = lazyWithPreload(async () => (await import('./secret-feeds.tsx')).SecretFeeds);
const Keys = lazyWithPreload(async () => (await import('./api-keys.tsx')).ApiKeys);

const TEXTS = {
  title: 'Feeds and API keys',
  description: 'Your dates in a calendar app, your signals in a feed reader, and keys for your own programs.',
};

export const meta = createPageMeta({ ...TEXTS, noindex: true });

/** What gives apps and programs access to an account without its password. */
export default function FeedsPage() {
  return (
    <div className="max-w-4xl">
      <PageHeader {...TEXTS} />
      <RequireCustomer>
        <WhenNear code={Feeds} isRendered={false} name="your feeds">
          <Feeds />
        </WhenNear>
        <WhenNear code={Keys} isRendered={false} name="your API keys">
          <Keys />
        </WhenNear>
      </RequireCustomer>
    </div>
  );
}
