import { useId, useState } from 'react';
import type { CustomerSummary } from '#contract/billing/admin-endpoints.ts';
import { getFullName } from '#web/routes/admin/customers/full-name.ts';
import { useCustomers } from '#web/routes/admin/customers/use-customers.ts';
import { controlClass } from '#web/ui/forms/field.tsx';
import { SearchBox } from '#web/ui/forms/search-box.tsx';

interface CustomerSelectProps {
  chosen: CustomerSummary | null;
  onChoose: (customer: CustomerSummary | null) => void;
}

const SEARCH_DEBOUNCE_MS = 300;

/** Finds a customer by name or e-mail and chooses one of those that match. */
export function CustomerSelect({ chosen, onChoose }: CustomerSelectProps) {
  const [search, setSearch] = useState('');
  const { data, error } = useCustomers({ search, page: 1 }, search !== '');
  const found = search ? (data?.results ?? []) : [];
  const look = (text: string) => {
    setSearch(text);
    onChoose(null);
  };
  return (
    <div className="grid gap-3">
      <SearchBox
        label="Search customers"
        placeholder="Name or e-mail"
        value={search}
        debounceMs={SEARCH_DEBOUNCE_MS}
        maxLength={200}
        onSearch={look}
        className={controlClass}
      />
      <p role="status" className="text-sm text-muted">
        {error ?? resultText(search, data?.count, found.length)}
      </p>
      {found.length > 0 && (
        <fieldset className="grid max-h-64 gap-1 overflow-y-auto">
          <legend className="sr-only">Customer</legend>
          {found.map((customer) => (
            <Option
              key={customer.id}
              customer={customer}
              isChosen={chosen?.id === customer.id}
              onChoose={() => onChoose(customer)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function resultText(search: string, count: number | undefined, listed: number): string {
  if (!search) return 'Search for the customer by name or e-mail.';
  if (count === undefined) return 'Searching…';
  if (count === 0) return 'Nobody matches your search.';
  if (listed < count) return `${listed} of ${count} are shown. Search more exactly for the others.`;
  return count === 1 ? '1 customer matches.' : `${count} customers match.`;
}

interface OptionProps {
  customer: CustomerSummary;
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ customer, isChosen, onChoose }: OptionProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
      <input
        type="radio"
        id={id}
        name="customer"
        checked={isChosen}
        onChange={onChoose}
        className="mt-1.5 size-5 accent-accent"
      />
      <label htmlFor={id} className="py-1 text-sm wrap-anywhere">
        <span className="block font-medium">{getFullName(customer)}</span>
        <span className="block text-muted">{customer.email}</span>
      </label>
    </div>
  );
}
