/** The public interface of the billing domain: premium access and the background worker. */

export { filterPremium, hasPremium } from './access/entitlement.ts';
export { grantPremium, listGrants, revokeGrant } from './access/grants.ts';
export { hasSubscriptions, listUnlinkedWork } from './billing.queries.ts';
export { startCheckout } from './checkout/checkout.ts';
export { DEMO_PLANS, getSimulatorUrl, SIMULATOR_CLIENT_TOKEN } from './checkout/plan-catalog.ts';
export { type Billing, createBilling, type PaddleAccount } from './create-billing.ts';
export { createBillingEmails } from './emails/billing-emails.ts';
export {
  type PaymentAlert,
  paymentAlertQueue,
  removeOldBillingEmails,
} from './emails/queue-billing-email.ts';
export { createSdkGateway } from './paddle/sdk-gateway.ts';
export {
  listFailedEventWork,
  readWebhookBacklog,
  removeAppliedWebhookEvents,
} from './webhooks/webhook-backlog.ts';
