export { createEventHandlers } from './import/run/event-handlers.ts';
export { listShareChanges, type ShareChangingClosure } from './list-share-changes.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
