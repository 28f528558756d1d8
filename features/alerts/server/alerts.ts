/** The alerts feature's interface for the other parts of the server. */

export { deleteCustomerAlerts, endChannels, exportCustomerAlerts, listChannels } from './account-hooks.ts';
export { handleAlerts, removeOldAlerts } from './alert-jobs.ts';
export { createAlertEmails } from './email/alert-emails.ts';
export { openAlertServices } from './open-services.ts';
export { handleTelegramUpdates } from './telegram/telegram-bot.ts';
export { paceBot } from './telegram/telegram-pace.ts';
export {
  CLAIMED_DATE,
  EMAIL_LINES,
  listAlertClaims,
  listAlertPhrases,
  listCompanyAlerts,
  listResultClaims,
  listVoidAlerts,
} from './text/list-alert-phrases.ts';
export { reencryptWebhookSecrets } from './webhooks/webhooks.queries.ts';
