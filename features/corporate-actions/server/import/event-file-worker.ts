import { recognizeLayout, serveFileParser } from '#features/imports/server/parsing.ts';
import { type EventRecord, getRecordDoubts } from './event-record.ts';
import { eventLayouts } from './layouts/layouts.ts';

serveFileParser<EventRecord>({
  recognize: ({ kind, content, repairs }) => recognizeLayout(content, kind, eventLayouts, repairs),
  createDoubts:
    ({ isTeziLayout: isTezi }) =>
    (record) =>
      getRecordDoubts(record, { isTezi }),
});
