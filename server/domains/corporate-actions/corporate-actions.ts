export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
