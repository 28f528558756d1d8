import type { Account } from '#simulators/paddle/account.ts';
import { cardFields, toCard } from '#simulators/paddle/checkout/card-input.ts';
import { submitPayment } from '#simulators/paddle/checkout/checkout-service.ts';
import { getCardOutcome } from '#simulators/paddle/lifecycle/cards.ts';
import { makeCardChangeTransaction } from '#simulators/paddle/lifecycle/changes/card-change.ts';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import type { Subscription } from '#simulators/paddle/state/state.ts';

/** Saves a new card and collects an overdue payment with it. Returns the errors by field, or `null`. */
export function changeCard(
  account: Account,
  subscription: Subscription,
  body: unknown,
): Record<string, string> | null {
  try {
    const card = toCard(parse(cardFields, body), account);
    if (getCardOutcome(card.number) === null) {
      return { cardNumber: 'Use one of the test cards. Real cards are not accepted.' };
    }
    const { id } = account.change((changeset) => makeCardChangeTransaction(changeset, subscription));
    const countryCode = account.state.addresses[subscription.address_id]?.country_code ?? 'US';
    const { outcome } = submitPayment(account, id, {
      email: account.state.customers[subscription.customer_id]?.email ?? '',
      countryCode,
      postalCode: null,
      card,
      isConfirmed: true,
    });
    return outcome === 'completed' ? null : { cardNumber: 'The card was declined. Try another one.' };
  } catch (error) {
    if (!(error instanceof PaddleError) || !error.fields) throw error;
    return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
  }
}
