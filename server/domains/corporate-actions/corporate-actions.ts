export { createEventHandlers } from './import/run/event-handlers.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
