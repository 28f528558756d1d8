import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import { findUrlProblem } from '#core/server/platform/outbound/check-url.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { lockSignedInCustomer } from '#features/accounts/server/accounts.ts';
import {
  addWebhook,
  readWebhook,
  removeWebhook,
  replaceWebhookSecret,
  sendTestWebhook,
} from '#features/alerts/contract/webhooks.ts';
import { createWebhookSender } from './webhook-channel.ts';
import { createTestMessage } from './webhook-message.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  presentWebhook,
  replaceSecret,
} from './webhooks.queries.ts';

/** Serves the webhook of a customer. */
export function webhookRoutes(dependencies: RouteDependencies): void {
  const { handle, database, clock, config, tokenSecrets, rateLimits, webhooks } = dependencies;
  const { db } = database;
  const demoUrl = webhooks?.demoUrl ?? null;
  const send = webhooks && createWebhookSender({ ...dependencies, post: webhooks.post });

  /** Returns the URL as it is stored. The addresses of its host are checked whenever something is sent. */
  function checkUrl(text: string): string {
    const url = URL.parse(text.trim());
    if (url) url.hash = '';
    const problem = url?.href === demoUrl ? null : findUrlProblem(url, config);
    if (!url || problem !== null) throw badRequest('invalid_url', { url: [problem ?? ''] });
    return url.href;
  }

  handle(readWebhook, async ({ caller: { userId } }) => {
    const webhook = await findWebhook(db, userId);
    return {
      webhook: webhook && presentWebhook(webhook, clock.now()),
      demo_url: demoUrl,
      has_premium_levels: config.hasPremiumLevelsInWebhooks,
    };
  });

  handle(addWebhook, async ({ caller, body, events }) => {
    if (!send) throw notFound();
    const url = checkUrl(body.url);
    const { userId } = caller;
    await rateLimits.count('keyChangeAccount', userId);
    return database.transaction(async (tx) => {
      const { email } = await lockSignedInCustomer(tx, caller, clock.now());
      const added = await insertWebhook(tx, { userId, url, now: clock.now() }, tokenSecrets);
      if (added === null) throw conflict('webhook_exists', 'You have a webhook already. Remove it first.');
      await events.record(tx, {
        kind: 'webhook_added',
        target: { type: 'webhook', id: added.id },
        details: { label: new URL(url).host },
      });
      await queueEmail(tx, { template: 'webhook-added', recipient: email });
      return { secret: added.secret, secret_id: added.secretId };
    });
  });

  handle(replaceWebhookSecret, async ({ caller, events }) => {
    await rateLimits.count('keyChangeAccount', caller.userId);
    return database.transaction(async (tx) => {
      const { email } = await lockSignedInCustomer(tx, caller, clock.now());
      const replaced = await replaceSecret(tx, caller.userId, clock.now(), tokenSecrets);
      if (replaced === null) throw notFound();
      await events.record(tx, {
        kind: 'webhook_secret_replaced',
        target: { type: 'webhook', id: replaced.id },
      });
      await queueEmail(tx, { template: 'webhook-secret-replaced', recipient: email });
      return { secret: replaced.secret, secret_id: replaced.secretId };
    });
  });

  handle(removeWebhook, async ({ caller: { userId }, events }) => {
    await database.transaction(async (tx) => {
      const removed = await deleteWebhook(tx, userId);
      if (removed === null) throw notFound();
      await events.record(tx, {
        kind: 'webhook_removed',
        target: { type: 'webhook', id: removed.id },
        details: { label: new URL(removed.url).host },
      });
    });
  });

  handle(sendTestWebhook, async ({ caller: { userId } }) => {
    const webhook = await findWebhook(db, userId);
    if (!webhook || !send) throw notFound();
    await rateLimits.count('testPush', userId);
    const { delivery, result } = await send(webhook, createTestMessage(clock.now(), config.publicUrl));
    if (delivery.state === 'accepted') return { message: `Accepted (${result}).` };
    throw conflict('webhook_not_accepted', `The receiver did not accept the test. ${result}`);
  });
}
