import type { PaddleEventData } from '@paddle/paddle-js';
import type { CheckoutView } from '#simulators/paddle/checkout/checkout-view.ts';
import type { CheckoutForm, createCheckoutForm } from './checkout-form.ts';
import type { FromFrame, ToFrame } from './messages.ts';

type Opening = Extract<ToFrame, { paddle: 'open' }>;

/** Runs the checkout page: talks to the page around it, to the simulator and to whoever pays. Runs in the browser. */
export function runCheckout(makeForm: typeof createCheckoutForm): void {
  const parentOrigin = document.documentElement.dataset.origin ?? '';
  const form: CheckoutForm = makeForm({ pay, chooseCountry, close });
  let token = '';
  let view: CheckoutView | null = null;
  let hasSuccessUrl = false;

  window.addEventListener('message', (message) => {
    if (message.source !== window.parent || message.origin !== parentOrigin) return;
    const said = message.data as ToFrame;
    if (said.paddle === 'open' && token === '') void open(said);
    if (said.paddle === 'update' && view) void update(said.items);
  });
  say({ paddle: 'ready' });

  async function open({ token: given, options }: Opening): Promise<void> {
    token = given;
    hasSuccessUrl = Boolean(options.settings?.successUrl);
    const customer = options.customer as {
      email?: string;
      address?: { countryCode?: string; postalCode?: string };
    };
    const email = customer?.email ?? '';
    form.fill({
      email,
      countryCode: customer?.address?.countryCode,
      postalCode: customer?.address?.postalCode,
    });
    const { items, transactionId, customData } = options;
    const asked = { items, transactionId, customData, countryCode: form.countryCode() };
    const answer = await call<CheckoutView>('checkouts', asked);
    if (!answer) return;
    show(answer);
    // Whoever may not log out of the shop pays as whom the shop knows.
    form.lockEmail(answer.email ?? (options.settings?.allowLogout === false ? email : ''));
    form.open();
    tell('checkout.loaded');
  }

  async function chooseCountry(countryCode: string): Promise<void> {
    const answer =
      view && (await call<CheckoutView>(`checkouts/${view.transactionId}/quote`, { countryCode }));
    if (answer) show(answer);
    tell('checkout.updated');
  }

  async function update(items: { priceId: string; quantity?: number }[]): Promise<void> {
    const asked = { items, countryCode: form.countryCode() };
    const answer = view && (await call<CheckoutView>(`checkouts/${view.transactionId}/items`, asked));
    if (answer) show(answer);
    tell('checkout.items.updated');
  }

  async function pay(fields: Record<string, string>, isConfirmed: boolean): Promise<void> {
    if (!view) return;
    const isKnown = Boolean(view.data.customer.id);
    tell('checkout.payment.initiated');
    const path = `checkouts/${view.transactionId}/pay`;
    const answer = await call<{ outcome: string; view: CheckoutView }>(path, { ...fields, isConfirmed });
    if (!answer) return;
    show(answer.view);
    if (!isKnown && answer.view.data.customer.id) tell('checkout.customer.created');
    if (answer.outcome === 'confirmation_needed') form.askToConfirm();
    if (answer.outcome === 'declined') {
      form.problem('The card was declined. Try another one.');
      tell('checkout.payment.failed');
    }
    if (answer.outcome !== 'completed') return;
    form.finish(hasSuccessUrl);
    tell('checkout.completed');
  }

  function show(next: CheckoutView): void {
    view = next;
    form.show(next);
  }

  /** Asks the simulator; what is wrong is shown and told, and nothing is given back. */
  async function call<Answer>(path: string, body: object): Promise<Answer | null> {
    try {
      const answer = await fetch(`_js/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Paddle-Clienttoken': token },
        body: JSON.stringify(body),
      });
      const read = await answer.json();
      if (answer.ok) return read as Answer;
      const { type, code, detail, documentation_url, errors } = read.error;
      form.refuse(errors ?? [], view ? detail : `The checkout cannot be opened: ${detail}`);
      if (!errors || !view)
        say({
          paddle: 'event',
          event: { name: named('checkout.error'), type, code, detail, documentation_url },
        });
    } catch {
      form.refuse([], 'The checkout cannot be reached. Check your connection and try again.');
      say({
        paddle: 'event',
        event: { name: named('checkout.error'), type: 'api_error', code: 'unreachable' },
      });
    }
    return null;
  }

  function tell(name: string): void {
    if (view) say({ paddle: 'event', event: { name: named(name), data: view.data } });
  }

  function close(): void {
    say({ paddle: 'close' });
  }

  function say(message: FromFrame): void {
    window.parent.postMessage(message, parentOrigin);
  }

  function named(name: string): NonNullable<PaddleEventData['name']> {
    return name as NonNullable<PaddleEventData['name']>;
  }
}
