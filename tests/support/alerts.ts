import { signInAlertQueue } from '#features/accounts/server/accounts.ts';
import { sendQueues } from '#features/alerts/server/delivery/send-queues.ts';
import { companyAlertQueue } from '#features/alerts/server/fan-out/company-alerts.ts';
import { paymentAlertQueue } from '#features/billing/server/billing.ts';
import { meetingAlertQueue } from '#features/corporate-actions/server/corporate-actions.ts';
import { newsAlertQueue } from '#features/news/server/news.ts';
import { levelAlertQueue } from '#features/positions/server/positions.ts';
import { signalAlertQueue } from '#features/signals/server/signals.ts';
import type { TestApp } from './test-app.ts';

/** Runs the jobs of alerts: those of their causes, and those of the channels. Emails wait in the outbox. */
export async function runAlertJobs(test: TestApp): Promise<void> {
  await test.jobs.runDue(signalAlertQueue);
  await test.jobs.runDue(paymentAlertQueue);
  await test.jobs.runDue(signInAlertQueue);
  await test.jobs.runDue(levelAlertQueue);
  await test.jobs.runDue(newsAlertQueue);
  await test.jobs.runDue(meetingAlertQueue);
  await test.jobs.runDue(companyAlertQueue);
  await test.jobs.runDue(sendQueues.email);
  if (test.hasPush) await test.jobs.runDue(sendQueues.push);
  if (test.hasTelegram) await test.jobs.runDue(sendQueues.telegram);
  if (test.hasWebhooks) await test.jobs.runDue(sendQueues.webhook);
}
