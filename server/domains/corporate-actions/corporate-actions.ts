export {
  type AlertedClosure,
  type AlertedMeeting,
  listClosuresToBuyOn,
  listMeetingsBetween,
  type MeetingAlert,
  meetingAlertQueue,
  readAlertedClosures,
  readAlertedMeetings,
} from './alerted-dates.ts';
export { createEventHandlers } from './import/event-handlers.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
export {
  listClosuresBetween,
  listEventSymbols,
  listFilingWork,
  listPastClosures,
  listAdjustingClosures,
  type PastClosure,
} from './read-events.ts';
export { createDatesCalendar } from './list/watched-dates.ts';
export { isOnlySplit, parseSplit, type Split } from './rules/split.ts';
