interface ChannelDescription {
  label: string;
  /** Names its messages in checks; the inbox sends none. */
  messages?: string;
  /** How the pricing page names it. Without one the page does not. */
  way?: string;
  /** It makes a sound: a customer can choose silence, and quiet hours defer its messages. */
  hasSound?: true;
  /** Who runs the services that receive its messages, if there are many: the makers of browsers, or the customers themselves. */
  services?: 'of_browsers' | 'of_customers';
}

/** The ways on which alerts reach a customer. Codes are stored: never rename one. */
const CHANNELS = {
  inbox: { label: 'Inbox', way: 'in your inbox', hasSound: true },
  push: {
    label: 'Push',
    messages: 'Push messages',
    way: 'as push notifications',
    hasSound: true,
    services: 'of_browsers',
  },
  email: { label: 'Email', messages: 'Alerts by email', way: 'by email' },
  telegram: { label: 'Telegram', messages: 'Telegram messages', way: 'by Telegram', hasSound: true },
  webhook: { label: 'Webhook', messages: 'Alerts to webhooks', services: 'of_customers' },
} as const satisfies Record<string, ChannelDescription>;

export type AlertChannel = keyof typeof CHANNELS;
export const ALERT_CHANNELS = Object.keys(CHANNELS) as [AlertChannel, ...AlertChannel[]];

/** The channels of messages, which are sent one by one. */
export type MessageChannelName = Exclude<AlertChannel, 'inbox' | 'email'>;
export type SentChannel = MessageChannelName | 'email';
export const SENT_CHANNELS = ALERT_CHANNELS.filter((channel) => channel !== 'inbox');

/** Also describes a channel of the next release, whose servers run at the same time during an upgrade. */
export const describeChannel = (channel: AlertChannel): ChannelDescription =>
  CHANNELS[channel] ?? { label: channel };
