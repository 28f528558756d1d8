import { useState } from 'react';
import { paths } from '#contract/paths.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import { countActive, MAX_SEARCH_LENGTH } from './filters.ts';
import type { MeetingFieldsProps } from './meeting-fields.tsx';

const MeetingFields = lazyWithPreload(async () => (await import('./meeting-fields.tsx')).MeetingFields);

export function MeetingFilterBar(props: Omit<MeetingFieldsProps, 'isShown'>) {
  const { filters, timesCleared, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FilterBar
      name="Board meetings"
      address={paths.boardMeetings}
      search={{
        text: filters.search,
        label: 'Search board meetings',
        placeholder: 'Search meetings',
        maxLength: MAX_SEARCH_LENGTH,
      }}
      onSearch={(search) => onChange({ search })}
      timesCleared={timesCleared}
      buttonLabel="Filters"
      active={countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      code={MeetingFields}
      fields={<MeetingFields {...props} isShown={isOpen} />}
    />
  );
}
