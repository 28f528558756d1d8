import { ALERT_SETTINGS_PATH, paths } from '#core/contract/paths.ts';
import type { Config } from '#core/server/config/config.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { formatEmail, formatGreeting, formatPlainWords } from '#core/server/platform/email/email-text.ts';
import type { EmailTemplates } from '#core/server/platform/email/outbox.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { describeKind } from '#features/alerts/contract/kinds.ts';
import type { OutgoingAlert } from '#features/alerts/server/delivery/channel.ts';
import { settle } from '#features/alerts/server/delivery/deliveries.queries.ts';
import { prepareDeliveries } from '#features/alerts/server/delivery/prepare-deliveries.ts';
import { getUnsubscribeToken } from '#features/alerts/server/settings/settings.queries.ts';
import {
  findTelegramLink,
  type TelegramLinkRow,
} from '#features/alerts/server/telegram/telegram-links.queries.ts';
import { EMAIL_LINES } from '#features/alerts/server/text/list-alert-phrases.ts';
import { ALERT_TEMPLATE, listClaimed } from './send-emails.ts';

/** More alerts than this are only counted: the inbox has them all. */
const MAX_LISTED = 20;

const getUnsubscribePath = (token: string) => `/api/alerts/unsubscribe/?token=${token}`;

/** Creates the templates of the emails with alerts, whose settings and access to signals are checked when they are written, and about chats. */
export function createAlertEmails(
  config: Pick<Config, 'publicUrl' | 'analyst'>,
  { database, clock }: { database: Pick<Database, 'db'>; clock: Clock },
): EmailTemplates {
  const { publicUrl } = config;
  const { hostname } = new URL(publicUrl);

  return {
    'telegram-linked': async (tx, { recipient, subjectId }) => {
      const customer = await findCustomerByEmail(tx, recipient);
      if (customer === null) return null;
      const link = await findTelegramLink(tx, customer.id);
      // Another chat may have been linked since.
      const isLinked = link !== null && link.linkedAt !== null && String(link.chatId) === subjectId;
      return {
        to: recipient,
        subject: 'A Telegram chat was linked to your Tezi account',
        text: formatEmail(config, formatGreeting(customer), [
          'A Telegram chat was linked to your Tezi account. The alerts that are on for it are sent there until you unlink it:',
          `${publicUrl}${ALERT_SETTINGS_PATH}`,
          ...(isLinked ? [describeChat(link)] : []),
          "If it wasn't you, or the chat is not yours, unlink it there, then set a new password with this link, which signs out every device and unlinks the chat:",
          `${publicUrl}${paths.forgotPassword}`,
        ]),
      };
    },

    [ALERT_TEMPLATE]: async (tx, { recipient, subjectId }, now) => {
      const claim = subjectId ?? '';
      const customer = await findCustomerByEmail(tx, recipient);
      // The address may have become that of another customer since.
      const claimed = (await listClaimed(tx, claim)).filter(({ userId }) => userId === customer?.id);
      const [first] = claimed;
      if (customer === null || !first) return null;
      const { outgoing, settled } = await prepareDeliveries(tx, claimed, {
        ...config,
        now,
        // What waited for an email with several alerts is in it, also if it has no use any more.
        isDigest: ({ email }) =>
          email === 'daily' || claimed.some(({ reason }) => reason === 'too_many_emails'),
      });
      await settle(tx, settled, claim);
      if (outgoing.length === 0) return null;
      const isCritical = outgoing.every(({ kind }) => describeKind(kind).isCritical);
      const unsubscribeUrl = `${publicUrl}${getUnsubscribePath(await getUnsubscribeToken(tx, customer.id))}`;
      const footer = isCritical
        ? 'This email concerns the security or the payments of your account, so it is always sent.'
        : `${EMAIL_LINES.settings} ${publicUrl}${ALERT_SETTINGS_PATH}\n${EMAIL_LINES.unsubscribe} ${unsubscribeUrl}`;
      return {
        to: recipient,
        subject: getSubject(outgoing),
        text: formatEmail(config, formatGreeting(customer), [...writeAlerts(outgoing, publicUrl), footer]),
        headers: {
          'Message-ID': `<alerts-${claim}@${hostname}>`,
          ...(isCritical
            ? {}
            : {
                'List-ID': `"Tezi alerts" <alerts.${hostname}>`,
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
        },
        onSent: async () => {
          const sent = { state: 'accepted' as const, acceptedAt: clock.now() };
          await settle(
            database.db,
            outgoing.map(({ delivery: { id } }) => ({ id, ...sent })),
            claim,
          );
        },
      };
    },
  };
}

/** A name can be any text, so only its words are shown. A username has neither spaces nor dots. */
const describeChat = ({ chatName, chatUsername }: TelegramLinkRow) =>
  [
    `Username of the chat: ${chatUsername === null ? 'none' : `@${chatUsername}`}`,
    `Name of the chat, words only: ${formatPlainWords(chatName ?? '') || 'not shown'}`,
  ].join('\n');

const getSubject = ([first, ...others]: readonly OutgoingAlert[]): string =>
  others.length === 0 ? (first?.text.title ?? 'Your alerts') : `Your alerts: ${others.length + 1}`;

function writeAlerts(alerts: readonly OutgoingAlert[], publicUrl: string): string[] {
  const [only, ...others] = alerts;
  if (only && others.length === 0)
    return [only.text.title, ...only.text.lines, `${publicUrl}${only.text.path}`];
  const listed = alerts
    .slice(0, MAX_LISTED)
    .map(({ text: { title, lines, path } }) => [title, ...lines, `${publicUrl}${path}`].join('\n'));
  const rest = alerts.length - listed.length;
  return rest > 0 ? [...listed, `And ${rest} more in your inbox: ${publicUrl}${paths.alerts}`] : listed;
}
