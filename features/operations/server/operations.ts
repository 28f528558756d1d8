/** The interface of operations for the other features. */

export { createTaskEmails, scheduleTaskEmails } from './task-emails.ts';
