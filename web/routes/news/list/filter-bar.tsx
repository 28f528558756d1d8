import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import { MAX_SEARCH_LENGTH, newsList } from './filters.ts';
import type { NewsFieldsProps } from './news-fields.tsx';

const NewsFields = lazyWithPreload(async () => (await import('./news-fields.tsx')).NewsFields);

interface NewsFilterBarProps extends NewsFieldsProps {
  /** Resets the search box when it changes. */
  clearCount: number;
}

export function NewsFilterBar({ clearCount, ...props }: NewsFilterBarProps) {
  const { filters, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FilterBar
      name="News"
      path={paths.news}
      search={{
        text: filters.search,
        label: 'Search news',
        placeholder: 'Search news',
        maxLength: MAX_SEARCH_LENGTH,
      }}
      onSearch={(search) => onChange({ search })}
      clearCount={clearCount}
      buttonLabel="Filters"
      activeCount={newsList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={NewsFields}
      fields={<NewsFields {...props} />}
    />
  );
}
