import { grantPremium, listCustomers, revokeGrant } from '#features/billing/contract/admin-endpoints.ts';
import { call, signInAdministrator } from './accounts.ts';

/** Grants a customer premium access. Returns a function that revokes it. */
export async function grant(baseUrl: string, email: string): Promise<() => Promise<unknown>> {
  const { access } = await signInAdministrator(baseUrl);
  const { results } = await call(baseUrl, listCustomers, { query: { search: email } }, access);
  const params = { id: results[0]?.id ?? '' };
  const ends_on = `${new Date().getFullYear() + 1}-12-31`;
  const { id } = await call(baseUrl, grantPremium, { params, body: { reason: 'Test', ends_on } }, access);
  return () => call(baseUrl, revokeGrant, { params: { id }, body: { reason: 'Test' } }, access);
}
