import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId } from 'react';
import { type Company, lookUpSymbol, searchCompanies } from '#contract/market/companies.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';

interface CompanyFieldProps {
  value: string;
  readOnly?: boolean;
  onChange: (symbol: string) => void;
}

/** The stock symbol, with suggestions from the company directory. One that is not in the directory is a warning. */
export function CompanyField({ value, readOnly, onChange }: CompanyFieldProps) {
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
  const { data: lookup } = useQuery({
    queryKey: ['similar-symbols', search],
    queryFn: () => api(lookUpSymbol, { query: { symbol: search } }),
    enabled: isUnlisted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <TextField
        label="Stock Name"
        name="symbol"
        value={value}
        required
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        list={listId}
        placeholder="LUCK"
        readOnly={readOnly}
        hint={
          company
            ? [company.name, company.sector].filter(Boolean).join(' · ')
            : isUnlisted && <Unlisted similar={lookup?.similar ?? []} onChoose={onChange} />
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

interface UnlistedProps {
  /** Companies with similar symbols. */
  similar: readonly Company[];
  onChoose: (symbol: string) => void;
}

function Unlisted({ similar, onChoose }: UnlistedProps) {
  return (
    <span>
      Not in the company directory.
      {similar.length > 0 && (
        <span className="mt-1 flex flex-wrap items-center gap-2">
          Did you mean
          {similar.map(({ symbol, name }) => (
            <Button
              key={symbol}
              variant="secondary"
              size="small"
              title={name}
              onClick={() => onChoose(symbol)}
            >
              {symbol}
            </Button>
          ))}
        </span>
      )}
    </span>
  );
}
