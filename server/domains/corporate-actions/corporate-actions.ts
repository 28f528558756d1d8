export { createEventHandlers } from './import/run/event-handlers.ts';
export {
  listClosuresBetween,
  listPastClosures,
  listShareChanges,
  type PastClosure,
} from './list-past-closures.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
