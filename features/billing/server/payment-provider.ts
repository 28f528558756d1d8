import type {
  ProviderId,
  Subscription,
  SubscriptionAction,
  SubscriptionPayment,
} from '#features/billing/contract/subscriptions.ts';

/** A subscription of a customer with one provider, and what the customer can do with it. */
export interface ProvidedSubscription {
  /** Presents it with what is fetched live, such as the provider's pages. */
  present(): Promise<Subscription>;
  /** Pauses, cancels or resumes it. Throws an `HttpError` if that is not possible. */
  change(action: SubscriptionAction): Promise<Subscription>;
  /** Lists its payments, newest first. */
  listPayments(): Promise<SubscriptionPayment[]>;
  /** Returns the URL of the receipt of a payment. Throws an `HttpError` if there is none. */
  getReceiptUrl(paymentId: string): Promise<string>;
}

/**
 * Takes payments for subscriptions. Premium access follows from what each stores, by the one function in `access/entitlement.ts`. How a customer
 * starts to pay differs too much to be shared: Paddle opens a checkout, a bank transfer is an order with an amount, a gateway redirects.
 */
export interface PaymentProvider {
  id: ProviderId;
  /** Lists the subscriptions of a customer, newest first. */
  listSubscriptions(userId: string): Promise<Subscription[]>;
  /** Finds a subscription of a customer by our ID; `null` also when it belongs to another customer or provider. */
  findSubscription(userId: string, id: string): Promise<ProvidedSubscription | null>;
}
