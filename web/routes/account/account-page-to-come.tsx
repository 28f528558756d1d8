import type { ComponentProps } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { ComingSoonItems } from '#web/ui/coming-soon.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SignInRequired } from './sign-in-required.tsx';

interface AccountPageToComeProps extends ComponentProps<typeof ComingSoonItems> {
  title: string;
  description: string;
}

/** A page of the reader's account whose part of the product is not there yet. */
export function AccountPageToCome({ title, description, items }: AccountPageToComeProps) {
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={title}
        description={description}
        actions={<Badge variant="outline">Coming Soon</Badge>}
      />
      <SignInRequired>
        <ComingSoonItems items={items} />
      </SignInRequired>
    </div>
  );
}
