/** The public interface of the billing feature: premium access and the background worker. */
export { loadSampleOrders } from '#features/billing/sample/demo-orders.ts';
export { seedDemoSubscriptions } from '#features/billing/sample/demo-subscriptions.ts';

export { filterPremium, hasPremium } from './access/entitlement.ts';
export { grantPremium, listGrants, revokeGrant } from './access/grants.ts';
export { listOrderWork } from './bank-transfer/order-work.ts';
export { removeOldTransfers } from './bank-transfer/orders.ts';
export { createStatementHandler } from './bank-transfer/statements/statement-handler.ts';
export { listUnlinkedWork } from './billing.queries.ts';
export { DEMO_PLANS, SIMULATOR_PATH } from './checkout/plan-catalog.ts';
export { type Billing, createBilling } from './create-billing.ts';
export { createBillingEmails } from './emails/billing-emails.ts';
export { paymentAlertQueue, removeOldBillingEmails } from './emails/queue-billing-email.ts';
export { openPaddle } from './paddle/open-paddle.ts';
export { removeAppliedWebhookEvents } from './webhooks/webhook-backlog.ts';
