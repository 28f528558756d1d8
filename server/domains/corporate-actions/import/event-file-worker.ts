import { recognizeLayout, serveFileParser } from '#server/domains/imports/imports.ts';
import { eventLayouts } from './layouts/layouts.ts';
import type { EventRecord } from './parse/records.ts';
import { getRecordDoubts, type Suggestions } from './plan/record-doubts.ts';

serveFileParser<EventRecord>({
  recognize: ({ kind, content }) => recognizeLayout(content, kind, eventLayouts),
  createDoubts: ({ isTeziLayout: isTezi }) => {
    const suggestions: Suggestions = new Map();
    return (record) => getRecordDoubts(record, { isTezi, suggestions });
  },
});
