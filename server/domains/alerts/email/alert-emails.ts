import { CRITICAL_KINDS } from '#contract/alerts/kinds.ts';
import { ALERT_SETTINGS_PATH, paths } from '#contract/paths.ts';
import type { Config } from '#server/config/config.ts';
import { findCustomerByEmail } from '#server/domains/accounts/accounts.ts';
import type { OutgoingAlert } from '#server/domains/alerts/delivery/channel.ts';
import { settle } from '#server/domains/alerts/delivery/deliveries.queries.ts';
import { prepareDeliveries } from '#server/domains/alerts/delivery/prepare-deliveries.ts';
import { getUnsubscribeToken } from '#server/domains/alerts/settings/settings.queries.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { formatEmail, formatGreeting } from '#server/platform/email/email-text.ts';
import type { EmailTemplates } from '#server/platform/email/outbox.ts';
import { ALERT_TEMPLATE, listClaimed } from './send-emails.ts';

/** More alerts than this are only counted: the inbox has them all. */
const MAX_LISTED = 20;

export const getUnsubscribePath = (token: string) => `/api/alerts/unsubscribe/?token=${token}`;

/** Creates the template of the emails with alerts. Settings and access to signals are checked when the email is written. */
export function createAlertEmails(
  config: Pick<Config, 'publicUrl' | 'analyst'>,
  { database, clock }: { database: Pick<Database, 'db'>; clock: Clock },
): EmailTemplates {
  const { publicUrl } = config;
  const { hostname } = new URL(publicUrl);

  return {
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
      const isCritical = outgoing.every(({ kind }) => CRITICAL_KINDS.has(kind));
      const unsubscribeUrl = `${publicUrl}${getUnsubscribePath(await getUnsubscribeToken(tx, customer.id))}`;
      const footer = isCritical
        ? 'This email concerns the security or the payments of your account, so it is always sent.'
        : `To choose what you receive: ${publicUrl}${ALERT_SETTINGS_PATH}\nTo unsubscribe from these emails: ${unsubscribeUrl}`;
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
          const acceptedAt = clock.now();
          const sent = outgoing.map(({ delivery: { id } }) => ({
            id,
            reason: null,
            dueAt: null,
            acceptedAt,
          }));
          await settle(
            database.db,
            sent.map((each) => ({ ...each, state: 'accepted' })),
            claim,
          );
        },
      };
    },
  };
}

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
