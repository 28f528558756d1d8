/** What the rest of the server may use of the billing: who has premium access, and the work that goes on behind it. */
export { type Billing, createBilling, type PaddleAccount } from './create-billing.ts';
export { DEMO_PLANS } from './demo-plans.ts';
export { grantPremium } from './grants/grant-premium.ts';
export { listGrantsOf } from './grants/grants.queries.ts';
export { withdrawGrant } from './grants/withdraw-grant.ts';
export { sdkGateway } from './paddle/sdk-gateway.ts';
export { hasPremium } from './premium.ts';
export { removeAppliedEvents } from './remove-applied-events.ts';
export { SIMULATOR_CLIENT_TOKEN, simulatorUrl } from './shop.ts';
