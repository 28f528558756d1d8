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
export { createDatesCalendar } from './list/watched-dates.ts';
export { hasSampleClosures, hasSampleMeetings, loadSampleEvents } from './load-sample-events.ts';
export {
  findNextExDates,
  findNextMeetings,
  listAdjustingClosures,
  listClosuresBetween,
  listClosuresOf,
  listEventSymbols,
  listFilingWork,
  listPastClosures,
  type PastClosure,
  type StoredClosure,
} from './read-events.ts';
export { isOnlySplit, parseSplit, type Split } from './rules/split.ts';
