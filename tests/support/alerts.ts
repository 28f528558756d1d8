import { signInAlertQueue } from '#server/domains/accounts/accounts.ts';
import { companyAlertQueue } from '#server/domains/alerts/fan-out/company-alerts.ts';
import { sendQueues } from '#server/domains/alerts/delivery/send-queues.ts';
import { paymentAlertQueue } from '#server/domains/billing/billing.ts';
import { meetingAlertQueue } from '#server/domains/corporate-actions/corporate-actions.ts';
import { newsAlertQueue } from '#server/domains/news/news.ts';
import { signalAlertQueue } from '#server/domains/signals/signals.ts';
import type { TestApp } from './test-app.ts';

/** Runs the jobs of alerts: those of their causes, and those of the channels. Emails wait in the outbox. */
export async function runAlertJobs(test: TestApp): Promise<void> {
  await test.jobs.runDue(signalAlertQueue);
  await test.jobs.runDue(paymentAlertQueue);
  await test.jobs.runDue(signInAlertQueue);
  await test.jobs.runDue(newsAlertQueue);
  await test.jobs.runDue(meetingAlertQueue);
  await test.jobs.runDue(companyAlertQueue);
  await test.jobs.runDue(sendQueues.email);
  if (test.hasPush) await test.jobs.runDue(sendQueues.push);
  if (test.hasTelegram) await test.jobs.runDue(sendQueues.telegram);
  if (test.hasWebhooks) await test.jobs.runDue(sendQueues.webhook);
}
