export { createEventHandlers } from './import/run/event-handlers.ts';
export { listEventSymbols } from './list-event-symbols.ts';
export {
  listClosuresBetween,
  listPastClosures,
  listShareChanges,
  type PastClosure,
} from './list-past-closures.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
