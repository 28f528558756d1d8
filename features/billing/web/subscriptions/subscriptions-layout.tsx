import type { ReactNode, Ref } from 'react';
import { NavLink } from 'react-router';
import { getSubscriptionPath, paths } from '#core/contract/paths.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import { RequireCustomer } from '#features/accounts/web/public/account/require-customer.tsx';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';
import { DetailsList } from './details-list.tsx';
import { StatusBadge } from './status-badge.tsx';
import { WaitingOrder } from './waiting-order.tsx';

interface SubscriptionsLayoutProps {
  title: string;
  description: string;
  children: Elements;
}

/** The frame of *My Subscription* and *My Subscriptions*, which lead to each other. */
export function SubscriptionsLayout({ title, description, children }: SubscriptionsLayoutProps) {
  return (
    <div className="max-w-4xl">
      <PageHeader title={title} description={description} />
      <SignedIn only="customer">
        <nav aria-label="Subscriptions" className="mb-6 flex border-b border-line-strong">
          {PAGES.map(({ to, name }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="-mb-px flex min-h-12 items-center border-b-2 border-transparent px-3 py-2 text-center text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink sm:px-5"
            >
              {name}
            </NavLink>
          ))}
        </nav>
      </SignedIn>
      <RequireCustomer>
        <WaitingOrder />
        {children}
      </RequireCustomer>
    </div>
  );
}

const PAGES = [
  { to: paths.mySubscription, name: 'My Subscription' },
  { to: paths.subscriptions, name: 'My Subscriptions' },
];

interface SubscriptionCardsProps {
  title: string;
  children: Elements;
}

/** A section of `SubscriptionCard`s. */
export function SubscriptionCards({ title, children }: SubscriptionCardsProps) {
  return (
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions" className="mb-3 text-lg">
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">{children}</ul>
    </section>
  );
}

interface SubscriptionCardProps {
  name: string;
  subscription: Pick<Subscription, 'id' | 'status' | 'get_status_display'>;
  /** The items of its details. */
  details: ReactNode;
  /** The text of the link to the page of the subscription. */
  linkText: string;
  headingRef?: Ref<HTMLHeadingElement>;
  /** Notices and buttons. */
  children?: Elements;
}

/** A subscription with its status and details, and a link to its page. */
export function SubscriptionCard({
  name,
  subscription: { id, status, get_status_display },
  details,
  linkText,
  headingRef,
  children,
}: SubscriptionCardProps) {
  return (
    <li className="flex min-w-0 flex-col rounded-box border border-line-strong bg-surface">
      <div className="px-4 pt-3 pb-2 sm:px-5">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 ref={headingRef} tabIndex={-1} className="min-w-0 text-base wrap-anywhere">
            {name}
          </h3>
          <StatusBadge status={status} text={get_status_display} />
        </div>
        <DetailsList>{details}</DetailsList>
      </div>
      {children}
      <div className="mt-auto border-t border-line px-4 py-3 sm:px-5">
        <ButtonLink to={getSubscriptionPath(id)} variant="secondary" wide>
          <span>{linkText}</span> <span className="sr-only">{name}</span>
        </ButtonLink>
      </div>
    </li>
  );
}
