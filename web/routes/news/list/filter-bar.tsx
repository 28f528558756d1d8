import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import { countActive } from './filters.ts';
import type { NewsFieldsProps } from './news-fields.tsx';

const MAX_SEARCH_LENGTH = 200;

const NewsFields = lazyWithPreload(async () => (await import('./news-fields.tsx')).NewsFields);

interface NewsFilterBarProps extends NewsFieldsProps {
  /** With each time what was typed just before and is not searched for yet goes too. */
  timesCleared: number;
}

export function NewsFilterBar({ timesCleared, ...props }: NewsFilterBarProps) {
  const { filters, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FilterBar
      name="News"
      address={paths.news}
      search={{
        text: filters.search,
        label: 'Search news',
        placeholder: 'Search news',
        maxLength: MAX_SEARCH_LENGTH,
      }}
      onSearch={(search) => onChange({ search })}
      timesCleared={timesCleared}
      buttonLabel="Filters"
      active={countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      code={NewsFields}
      fields={<NewsFields {...props} />}
    />
  );
}
