import type { CurrencyCode } from '@paddle/paddle-node-sdk';
import type { State, Transaction } from '#simulators/paddle/state/state.ts';

type StateHolder = { readonly state: State };

/** Returns the credit that a customer has left from prorated changes. There is one balance per currency. */
export function getCredit({ state }: StateHolder, customerId: string, currency: CurrencyCode): bigint {
  return BigInt(state.creditBalances?.[customerId]?.[currency] ?? '0');
}

/** Adds the credit that a transaction generates, and removes the credit that it uses. */
export function settleCredit({ state }: StateHolder, transaction: Transaction): void {
  const { credit, credit_to_balance } = transaction.details?.totals ?? {};
  changeCredit(state, transaction, BigInt(credit_to_balance ?? '0') - BigInt(credit ?? '0'));
}

/** Returns the credit that a canceled transaction had used. */
export function returnCredit({ state }: StateHolder, transaction: Transaction): void {
  changeCredit(state, transaction, BigInt(transaction.details?.totals?.credit ?? '0'));
}

function changeCredit(state: State, transaction: Transaction, amount: bigint): void {
  const { customer_id, currency_code } = transaction;
  if (customer_id === null || amount === 0n) return;
  state.creditBalances ??= {};
  state.creditBalances[customer_id] = {
    ...state.creditBalances[customer_id],
    [currency_code]: `${getCredit({ state }, customer_id, currency_code) + amount}`,
  };
}
