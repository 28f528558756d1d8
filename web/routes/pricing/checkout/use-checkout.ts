import { useState } from 'react';
import { type PaddleProductData, startCheckout } from '#contract/billing/pricing.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { loadPaddle } from '#web/routes/pricing/paddle.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { hasRecentPayment, recordPayment } from './recent-payment.ts';

interface CheckoutFailure {
  priceId: string;
  text: string;
}

/** Opens Paddle's checkout for the signed-in customer, who is identified by the checkout's custom data. */
export function useCheckout(pricing: PaddleProductData, onFailed: () => void) {
  const [openingPriceId, setOpeningPriceId] = useState<string | null>(null);
  const [failure, setFailure] = useState<CheckoutFailure | null>(null);

  const fail = (priceId: string, text: string) => {
    setFailure({ priceId, text });
    notify.error('Checkout did not open', text);
    onFailed();
  };

  const open = async (priceId: string) => {
    if (hasRecentPayment()) return fail(priceId, JUST_PAID);
    setOpeningPriceId(priceId);
    setFailure(null);
    try {
      const paddle = await loadPaddle(pricing).catch(() => null);
      if (!paddle?.Initialized) {
        // biome-ignore lint/suspicious/noConsole: required by the error catalog in docs/product.md
        console.error('Paddle not initialized');
        return fail(priceId, NOT_INITIALIZED);
      }
      const checkout = await api(startCheckout, { body: { price_id: priceId } });
      paddle.Update({
        eventCallback: ({ name }) => {
          if (String(name) === 'checkout.completed') recordPayment();
        },
      });
      paddle.Checkout.open({
        items: [{ priceId, quantity: 1 }],
        customer: { email: checkout.customer_email },
        customData: checkout.custom_data,
        settings: {
          displayMode: 'overlay',
          theme: getPageTheme(),
          allowLogout: false,
          successUrl: `${location.origin}${paths.subscriptions}?checkout=done`,
        },
      });
    } catch (error) {
      fail(priceId, getErrorMessage(error));
    } finally {
      setOpeningPriceId(null);
    }
  };

  return { open, openingPriceId, failure };
}

const NOT_INITIALIZED =
  'The checkout of our payment provider Paddle could not be loaded. Check your connection and your content blocker, then try again.';

const JUST_PAID =
  'You have just paid for a plan. The payment is being confirmed and will soon appear on My Subscriptions.';

function getPageTheme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
