import type { ReactNode } from 'react';
import { EndDate, PakistanDate } from '#core/web/ui/times/pakistan-time.tsx';
import type { Subscription } from '#features/billing/contract/subscriptions.ts';

/** A list of names and values. */
export function DetailsList({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line text-sm">{children}</dl>;
}

export function DetailsItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A date. `none` is shown if there is none. */
export function DetailsDate({ name, at, none }: { name: string; at: string | null; none: string }) {
  return <DetailsItem name={name}>{at ? <PakistanDate at={at} /> : none}</DetailsItem>;
}

interface NextPaymentProps {
  name?: string;
  status: Subscription['status'] | null;
  at: string | null;
}

/** The date of the next payment. After a failed one, that date is only when Paddle tries again. */
export function NextPayment({ name = 'Next payment', status, at }: NextPaymentProps) {
  if (status !== 'past_due') return <DetailsDate name={name} at={at} none="None" />;
  return (
    <DetailsItem name={name}>
      <span className="font-semibold text-danger">Overdue</span>
    </DetailsItem>
  );
}

/** The last date before an end. */
export function DetailsEnd({ name, at }: { name: string; at: string | null }) {
  return <DetailsItem name={name}>{at ? <EndDate at={at} /> : 'Unknown'}</DetailsItem>;
}
