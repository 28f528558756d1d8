/** What the rest of the server may use of the billing: who has premium access, and the work that goes on behind it. */

export { grantPremium } from './access/grants/grant-premium.ts';
export { listGrants } from './access/grants/grants.queries.ts';
export { revokeGrant } from './access/grants/revoke-grant.ts';
export { hasPremium } from './access/premium.ts';
export { DEMO_PLANS } from './checkout/demo-plans.ts';
export { SIMULATOR_CLIENT_TOKEN, getSimulatorUrl } from './checkout/plan-catalog.ts';
export { type Billing, createBilling, type PaddleAccount } from './create-billing.ts';
export { createSdkGateway } from './paddle/sdk-gateway.ts';
export { removeAppliedEvents } from './webhooks/remove-applied-events.ts';
