/** What the rest of the server may use of the billing: who has premium access, and the work that goes on behind it. */

export { grantPremium } from './access/grants/grant-premium.ts';
export { listGrantsOf } from './access/grants/grants.queries.ts';
export { withdrawGrant } from './access/grants/revoke-grant.ts';
export { hasPremium } from './access/premium.ts';
export { DEMO_PLANS } from './checkout/demo-plans.ts';
export { SIMULATOR_CLIENT_TOKEN, simulatorUrl } from './checkout/plan-catalog.ts';
export { type Billing, createBilling, type PaddleAccount } from './create-billing.ts';
export { sdkGateway } from './paddle/sdk-gateway.ts';
export { removeAppliedEvents } from './webhooks/remove-applied-events.ts';
