import type { Config } from './config.ts';
import { DEMO_BANK_TRANSFER, isLoopbackHost, isPrivateDemo } from './demo.ts';
import type { BankTransferSettings } from './settings/bank-transfer-settings.ts';

/** Returns how emails are delivered: by a mail server, to the mailbox page of a private demo, or not at all. */
export function getEmailDelivery(config: Config): 'server' | 'mailbox' | 'none' {
  if (config.smtp) return 'server';
  return isPrivateDemo(config) ? 'mailbox' : 'none';
}

/** Returns who handles sign-in with Google. The simulator signs in anyone as anyone, so only a local demo has it. */
export function getGoogleMode(config: Config): 'on' | 'simulator' | 'off' {
  if (config.google) return 'on';
  return isLocalDemo(config) ? 'simulator' : 'off';
}

/** Returns who sells subscriptions. The simulator gives premium access for free, so only a local demo has it. */
export function getBillingMode(config: Config): 'on' | 'simulator' | 'off' {
  if (config.billing.paddle) return 'on';
  return isLocalDemo(config) ? 'simulator' : 'off';
}

/** Returns the account for bank transfers; `null` if this site does not offer them. The invented one of a local demo is never next to real payments. */
export const getBankTransfer = (config: Config): BankTransferSettings | null =>
  config.bankTransfer ?? (getBillingMode(config) === 'simulator' ? DEMO_BANK_TRANSFER : null);

/** Returns who delivers messages of Telegram. The simulator shows them to anyone, so only a local demo has it. */
export function getTelegramMode(config: Config): 'on' | 'simulator' | 'off' {
  if (config.telegram) return 'on';
  return isLocalDemo(config) ? 'simulator' : 'off';
}

/** Lists how customers can receive alerts, besides their inbox on the site. */
export const listAlertChannels = (config: Config) => [
  ...(config.push.key !== null || config.mode === 'demo' ? (['push'] as const) : []),
  ...(getEmailDelivery(config) === 'none' ? [] : (['email'] as const)),
  ...(getTelegramMode(config) === 'off' ? [] : (['telegram'] as const)),
];

/** True if the demo has a receiver of webhooks. It shows them to anyone, so only a local demo has it. */
export const hasWebhookReceiver = (config: Config): boolean => isLocalDemo(config);

/** True if the demo has a push service for browsers that are started with its switches. Its page shows whom messages are for, so only a local demo has it. */
export const hasPushSimulator = (config: Config): boolean => isLocalDemo(config);

/** True for a private demo whose public URL is on this machine too. */
function isLocalDemo(config: Config): boolean {
  const hostname = new URL(config.publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return isPrivateDemo(config) && isLoopbackHost(hostname);
}
