import { useState } from 'react';
import { type PaddleProductData, startCheckout } from '#contract/billing/pricing.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/api/failure-text.ts';
import { loadPaddle } from '#web/routes/pricing/paddle/load-paddle.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { hasJustPaid, notePaid } from './recent-payment.ts';

interface Refused {
  priceId: string;
  text: string;
}

/** Opens Paddle's checkout of one price for the signed-in customer, whom the checkout's own data name. */
export function useCheckout(offer: PaddleProductData, onRefused: () => void) {
  const [openingPriceId, setOpeningPriceId] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);

  const refuse = (priceId: string, text: string) => {
    setRefused({ priceId, text });
    notify.error('Checkout did not open', text);
    onRefused();
  };

  const open = async (priceId: string) => {
    if (hasJustPaid()) return refuse(priceId, JUST_PAID);
    setOpeningPriceId(priceId);
    setRefused(null);
    try {
      const paddle = await loadPaddle(offer).catch(() => null);
      if (!paddle?.Initialized) {
        // biome-ignore lint/suspicious/noConsole: section 8 of the specification
        console.error('Paddle not initialized');
        return refuse(priceId, NOT_INITIALIZED);
      }
      const checkout = await api(startCheckout, { body: { price_id: priceId } });
      paddle.Update({
        eventCallback: ({ name }) => {
          if (String(name) === 'checkout.completed') notePaid();
        },
      });
      paddle.Checkout.open({
        items: [{ priceId, quantity: 1 }],
        customer: { email: checkout.customer_email },
        customData: checkout.custom_data,
        settings: {
          displayMode: 'overlay',
          theme: themeOfPage(),
          allowLogout: false,
          successUrl: `${location.origin}${paths.subscriptions}?checkout=done`,
        },
      });
    } catch (error) {
      refuse(priceId, failureText(error));
    } finally {
      setOpeningPriceId(null);
    }
  };

  return { open, openingPriceId, refused };
}

const NOT_INITIALIZED =
  'The checkout of our payment provider Paddle could not be loaded. Check your connection and whether a blocker holds it back, then try again.';

const JUST_PAID =
  'You have just paid for a plan. The payment is being confirmed: it shows on My Subscriptions in a moment.';

function themeOfPage(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
