import type { ReactNode } from 'react';
import { Badge } from '#core/web/ui/badge.tsx';

interface ComingSoonItem {
  name: string;
  detail: string;
}

interface ComingSoonProps {
  title: string;
  description: ReactNode;
  /** The features that the page will have. */
  items: ComingSoonItem[];
  action?: ReactNode;
}

/** A page for a feature that is not available yet. */
export function ComingSoon({ title, description, items, action }: ComingSoonProps) {
  return (
    <div className="max-w-2xl">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-2xl">{title}</h1>
        <Badge variant="outline">Coming Soon</Badge>
      </div>
      <div className="mt-2 text-muted">{description}</div>
      <ComingSoonItems items={items} />
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

export function ComingSoonItems({ items }: { items: ComingSoonItem[] }) {
  return (
    <dl className="mt-6 divide-y divide-line border-y border-line">
      {items.map((item) => (
        <div key={item.name} className="grid gap-x-6 py-3 sm:grid-cols-[12rem_1fr]">
          <dt className="font-medium">{item.name}</dt>
          <dd className="text-muted">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
