/** The public interface of the billing domain: premium access and the background worker. */

export { grantPremium } from './access/grants/grant-premium.ts';
export { listGrants } from './access/grants/grants.queries.ts';
export { revokeGrant } from './access/grants/revoke-grant.ts';
export { filterPremium, hasPremium } from './access/premium.ts';
export { hasSubscriptions } from './billing.queries.ts';
export { DEMO_PLANS } from './checkout/demo-plans.ts';
export { getSimulatorUrl, SIMULATOR_CLIENT_TOKEN } from './checkout/plan-catalog.ts';
export { startCheckout } from './checkout/start-checkout.ts';
export { type Billing, createBilling, type PaddleAccount } from './create-billing.ts';
export { createBillingEmails } from './emails/billing-emails.ts';
export { removeOldBillingEmails } from './emails/queue-billing-email.ts';
export { createSdkGateway } from './paddle/sdk-gateway.ts';
export { removeAppliedEvents } from './webhooks/remove-applied-events.ts';
export { readWebhookBacklog, type WebhookBacklog } from './webhooks/webhook-backlog.ts';
