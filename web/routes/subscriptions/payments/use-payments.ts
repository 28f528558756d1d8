import { useMutation } from '@tanstack/react-query';
import { listSubscriptionPayments, readReceipt } from '#contract/billing/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { useAccountQuery } from '#web/routes/account/account-queries.ts';
import { useSubscriptionKey } from '#web/routes/subscriptions/subscription-queries.ts';
import { notify } from '#web/ui/feedback/notify.ts';

export const usePayments = (id: string) =>
  useAccountQuery(
    [...useSubscriptionKey(id), 'payments'],
    async () => (await api(listSubscriptionPayments, { params: { id } })).payments,
  );

/** Downloads a receipt. Its URL expires, so it is fetched when the customer asks for it. */
export const useReceipt = (id: string) =>
  useMutation({
    mutationFn: (paymentId: string) => api(readReceipt, { params: { id, paymentId } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => notify.error('The receipt could not be opened', getErrorMessage(error)),
  });
