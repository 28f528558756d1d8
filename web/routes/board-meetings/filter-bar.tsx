import { useState } from 'react';
import { EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import { paths } from '#contract/paths.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import { meetingList } from './filters.ts';
import type { MeetingFieldsProps } from './meeting-fields.tsx';

const MeetingFields = lazyWithPreload(async () => (await import('./meeting-fields.tsx')).MeetingFields);

export function MeetingFilterBar(props: Omit<MeetingFieldsProps, 'isVisible'>) {
  const { filters, clearCount, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FilterBar
      name="Board meetings"
      path={paths.boardMeetings}
      search={{
        text: filters.search,
        label: 'Search board meetings',
        placeholder: 'Search meetings',
        maxLength: EVENTS_SEARCH_MAX_LENGTH,
      }}
      onSearch={(search) => onChange({ search })}
      clearCount={clearCount}
      buttonLabel="Filters"
      activeCount={meetingList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={MeetingFields}
      fields={<MeetingFields {...props} isVisible={isOpen} />}
    />
  );
}
