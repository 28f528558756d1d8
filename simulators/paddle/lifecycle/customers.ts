import type { CountryCode } from '@paddle/paddle-node-sdk';
import type { Address, Customer } from '#simulators/paddle/state/state.ts';
import { type Changeset, emit } from './changeset.ts';

/** Returns the customer with an email address, created if missing: at Paddle an email address belongs to one customer. */
export function findOrCreateCustomer(changeset: Changeset, email: string): Customer {
  return findCustomerByEmail(changeset, email) ?? makeCustomer(changeset, { email });
}

export function findCustomerByEmail(
  { state }: Pick<Changeset, 'state'>,
  email: string,
): Customer | undefined {
  const normalizedEmail = email.toLowerCase();
  return Object.values(state.customers).find((customer) => customer.email.toLowerCase() === normalizedEmail);
}

export function makeCustomer(
  changeset: Changeset,
  fields: Pick<Customer, 'email'> & Partial<Pick<Customer, 'name' | 'custom_data' | 'locale'>>,
): Customer {
  const at = changeset.tick();
  const customer: Customer = {
    id: changeset.id('ctm'),
    email: fields.email,
    name: fields.name ?? null,
    marketing_consent: false,
    status: 'active',
    custom_data: fields.custom_data ?? null,
    locale: fields.locale ?? 'en',
    created_at: at,
    updated_at: at,
    import_meta: null,
  };
  changeset.state.customers[customer.id] = customer;
  emit(changeset, 'customer.created', customer);
  return customer;
}

/** Returns the customer's address in a country, created if missing. */
export function findOrCreateAddress(
  changeset: Changeset,
  customerId: string,
  countryCode: CountryCode,
  postalCode: string | null,
): Address {
  const existing = Object.values(changeset.state.addresses).find(
    (address) =>
      address.customer_id === customerId &&
      address.country_code === countryCode &&
      address.postal_code === postalCode,
  );
  return (
    existing ?? makeAddress(changeset, customerId, { country_code: countryCode, postal_code: postalCode })
  );
}

export function makeAddress(
  changeset: Changeset,
  customerId: string,
  fields: Pick<Address, 'country_code'> & Partial<Address>,
): Address {
  const at = changeset.tick();
  const address: Address = {
    description: null,
    first_line: null,
    second_line: null,
    city: null,
    postal_code: null,
    region: null,
    custom_data: null,
    ...fields,
    id: changeset.id('add'),
    customer_id: customerId,
    status: 'active',
    created_at: at,
    updated_at: at,
    import_meta: null,
  };
  changeset.state.addresses[address.id] = address;
  emit(changeset, 'address.created', address);
  return address;
}
