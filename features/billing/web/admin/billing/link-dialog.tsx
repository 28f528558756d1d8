import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminErrorMessage, useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { CancelButton, Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import {
  type CustomerSummary,
  linkSubscription,
  readBillingProblems,
  type UnlinkedSubscription,
} from '#features/billing/contract/admin-endpoints.ts';
import {
  useCustomers,
  useInvalidateCustomers,
} from '#features/billing/web/admin/customers/customer-queries.ts';
import { getFullName } from '#features/billing/web/public/admin/customers/customer-links.ts';

interface LinkDialogProps {
  subscription: UnlinkedSubscription;
  onClose: () => void;
  /** The button that opened the dialog has been removed. */
  onLinked: () => void;
}

export function LinkDialog({ subscription, onClose, onLinked }: LinkDialogProps) {
  const [selected, setSelected] = useState<CustomerSummary | null>(null);
  const { id, product_name, paddle_customer_id } = subscription;
  const runAction = useBillingAction();
  const linking = useMutation({
    mutationFn: (customer: CustomerSummary) =>
      runAction(api(linkSubscription, { params: { id }, body: { customer_id: customer.id } })),
    // Also runs if the dialog is gone by then.
    onSuccess: (_, customer) => {
      notify.success('Subscription linked', `${product_name} now belongs to ${getFullName(customer)}.`);
    },
  });
  const link = () => {
    if (!selected) return;
    linking.mutate(selected, { onSuccess: onLinked });
  };
  return (
    <Dialog
      title="Link subscription"
      description={
        <span>
          Select the customer who owns <span>{product_name}</span>. Other unlinked subscriptions of{' '}
          <code className="text-xs wrap-anywhere">{paddle_customer_id}</code> are linked when Paddle next
          reports them.
        </span>
      }
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Notice tone="danger" role="alert">
          {linking.error && getAdminErrorMessage(linking.error)}
        </Notice>
        <CustomerSelect selected={selected} onSelect={setSelected} />
        <div className="flex justify-end gap-2">
          <CancelButton />
          <Button disabled={!selected} busy={linking.isPending} onClick={link}>
            {linking.isPending ? 'Linking…' : 'Link'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface CustomerSelectProps {
  selected: CustomerSummary | null;
  onSelect: (customer: CustomerSummary | null) => void;
}

const SEARCH_DEBOUNCE_MS = 300;

/** Searches customers by name or email, and selects one of the matches. */
function CustomerSelect({ selected, onSelect }: CustomerSelectProps) {
  const [search, setSearch] = useState('');
  const { data, error } = useCustomers({ search, page: 1 }, search !== '');
  const found = search ? (data?.results ?? []) : [];
  const changeSearch = (text: string) => {
    setSearch(text);
    onSelect(null);
  };
  return (
    <div className="grid gap-3">
      <SearchBox
        label="Search customers"
        placeholder="Name or email"
        value={search}
        debounceMs={SEARCH_DEBOUNCE_MS}
        maxLength={200}
        onSearch={changeSearch}
        className={controlClass}
      />
      <p role="status" className="text-sm text-muted">
        {error ?? describeResults(search, data?.count, found.length)}
      </p>
      {found.length > 0 && (
        <fieldset className="grid max-h-64 gap-1 overflow-y-auto">
          <legend className="sr-only">Customer</legend>
          {found.map((customer) => (
            <label
              key={customer.id}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 text-sm wrap-anywhere"
            >
              <input
                type="radio"
                name="customer"
                checked={selected?.id === customer.id}
                onChange={() => onSelect(customer)}
                className="mt-1.5 size-5 accent-accent"
              />
              <span className="py-1">
                <span className="block font-medium">{getFullName(customer)}</span>
                <span className="block text-muted">{customer.email}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function describeResults(search: string, count: number | undefined, listed: number): string {
  if (!search) return 'Search for the customer by name or email.';
  if (count === undefined) return 'Searching…';
  if (count === 0) return 'No customers match your search.';
  if (listed < count) return `Showing ${listed} of ${count} customers. Refine your search to see the others.`;
  return count === 1 ? '1 customer matches.' : `${count} customers match.`;
}

const KEY = ['admin-billing-problems'];
const REFRESH_MS = 30_000;
/** Pending events, such as a replayed one, are usually applied within a second. */
const REFRESH_WHILE_WAITING_MS = 3_000;

/** Loads the billing problems that need attention. */
export const useBillingProblems = () =>
  useAdminQuery({
    queryKey: KEY,
    queryFn: () => api(readBillingProblems, {}),
    refetchInterval: ({ state }) => (state.data?.waiting ? REFRESH_WHILE_WAITING_MS : REFRESH_MS),
  });

/** Returns a function that runs an action and reloads what it changes: the problems and the customers. */
export function useBillingAction() {
  const refetchProblems = useRefetch(KEY);
  const refetchCustomers = useInvalidateCustomers();
  return async (action: Promise<unknown>) => {
    await action;
    await refetchProblems();
    await refetchCustomers();
  };
}
