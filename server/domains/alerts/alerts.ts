/** The alerts domain's interface for the other parts of the server. */

export { deleteCustomerAlerts, endChannels, exportCustomerAlerts } from './account-hooks.ts';
export { handleAlerts, removeOldAlerts } from './alert-jobs.ts';
export { createAlertEmails } from './email/alert-emails.ts';
export { handleTelegramUpdates } from './telegram/telegram-bot.ts';
export { paceBot } from './telegram/telegram-pace.ts';
export { MAX_IN_FLIGHT_PER_SERVICE } from './push/push-channel.ts';
export { MAX_IN_FLIGHT_PER_HOST } from './webhooks/webhook-channel.ts';
export { reencryptWebhookSecrets } from './webhooks/webhooks.queries.ts';
