import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId } from 'react';
import { searchCompanies } from '#contract/market/companies.ts';
import { api } from '#web/api/api.ts';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface CompanyFieldProps {
  value: string;
  error?: string;
  onChange: (symbol: string) => void;
}

/** The stock symbol, with suggestions from the company directory. Symbols that are not in the directory are confirmed on saving. */
export function CompanyField({ value, error, onChange }: CompanyFieldProps) {
  const listId = useId();
  const search = useDeferredValue(value.trim());
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['companies', search],
    queryFn: () => api(searchCompanies, { query: { search } }),
    enabled: search !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const matches = data?.results ?? [];
  const company = matches.find(({ symbol }) => symbol === value.trim());
  const isLoaded = data !== undefined && !isPlaceholderData && search === value.trim();
  const isUnlisted = isLoaded && search !== '' && !company;
  return (
    <>
      <TextField
        label="Stock Name"
        value={value}
        required
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        list={listId}
        placeholder="LUCK"
        error={error}
        hint={
          company
            ? [company.name, company.sector].filter(Boolean).join(' · ')
            : isUnlisted && 'Not in the company directory. You will be asked to confirm it.'
        }
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {matches.map(({ symbol, name }) => (
          <option key={symbol} value={symbol}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
