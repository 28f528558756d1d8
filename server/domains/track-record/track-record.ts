/** The track record domain's interface for the other domains. */
export { scheduleEvaluation } from './outcomes/evaluation-job.ts';
