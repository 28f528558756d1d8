import type { PaddleEventData } from '@paddle/paddle-js';
import type { CheckoutView } from '#simulators/paddle/checkout/checkout-view.ts';
import type { CheckoutForm, createCheckoutForm } from './checkout-form.ts';
import type { FromFrame, ToFrame } from './paddle-js.ts';

/** Runs the checkout page: communicates with the page around it, the simulator and the form. Runs in the browser. */
export function runCheckout(makeForm: typeof createCheckoutForm): void {
  const parentOrigin = document.documentElement.dataset.origin ?? '';
  const form: CheckoutForm = makeForm({ pay, chooseCountry, close });
  let token = '';
  let view: CheckoutView | null = null;
  let hasSuccessUrl = false;

  window.addEventListener('message', (message) => {
    if (message.source !== window.parent || message.origin !== parentOrigin) return;
    const data = message.data as ToFrame;
    if (data.paddle === 'open' && token === '') void open(data);
  });
  send({ paddle: 'ready' });

  async function open({ token: clientToken, options }: ToFrame): Promise<void> {
    token = clientToken;
    hasSuccessUrl = Boolean(options.settings?.successUrl);
    const customer = options.customer as {
      email?: string;
      address?: { countryCode?: string };
    };
    const email = customer?.email ?? '';
    form.fill(email, customer?.address?.countryCode);
    const { items, transactionId, customData } = options;
    const request = { items, transactionId, customData, countryCode: form.countryCode() };
    const response = await call<CheckoutView>('checkouts', request);
    if (!response) return;
    show(response);
    // Without logout the customer of the page cannot be changed.
    form.lockEmail(response.email ?? (options.settings?.allowLogout === false ? email : ''));
    form.open();
    emit('checkout.loaded');
  }

  async function chooseCountry(countryCode: string): Promise<void> {
    const response =
      view && (await call<CheckoutView>(`checkouts/${view.transactionId}/quote`, { countryCode }));
    if (response) show(response);
    emit('checkout.updated');
  }

  async function pay(fields: Record<string, string>, isConfirmed: boolean): Promise<void> {
    if (!view) return;
    const hasCustomer = view.data.customer !== null;
    emit('checkout.payment.initiated');
    const path = `checkouts/${view.transactionId}/pay`;
    const response = await call<{ outcome: string; view: CheckoutView }>(path, { ...fields, isConfirmed });
    if (!response) return;
    show(response.view);
    if (!hasCustomer && response.view.data.customer) emit('checkout.customer.created');
    if (response.outcome === 'confirmation_needed') form.askToConfirm();
    if (response.outcome === 'declined') {
      form.showProblem('The card was declined. Try another one.');
      emit('checkout.payment.failed');
    }
    if (response.outcome !== 'completed') return;
    form.finish(hasSuccessUrl);
    emit('checkout.completed');
  }

  function show(next: CheckoutView): void {
    view = next;
    form.show(next);
  }

  /** Calls the simulator. Shows and reports an error, then returns `null`. */
  async function call<Result>(path: string, input: object): Promise<Result | null> {
    try {
      const response = await fetch(`_js/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Paddle-Clienttoken': token },
        body: JSON.stringify(input),
      });
      const body = await response.json();
      if (response.ok) return body as Result;
      const { type, code, detail, documentation_url, errors } = body.error;
      form.showErrors(errors ?? [], view ? detail : `The checkout cannot be opened: ${detail}`);
      if (!errors || !view)
        send({
          paddle: 'event',
          event: { name: toEventName('checkout.error'), type, code, detail, documentation_url },
        });
    } catch {
      form.showErrors([], 'The checkout is unreachable. Check your connection and try again.');
      send({
        paddle: 'event',
        event: { name: toEventName('checkout.error'), type: 'api_error', code: 'unreachable' },
      });
    }
    return null;
  }

  function emit(name: string): void {
    if (view)
      send({
        paddle: 'event',
        event: { name: toEventName(name), data: view.data as unknown as PaddleEventData['data'] },
      });
  }

  function close(): void {
    send({ paddle: 'close' });
  }

  function send(message: FromFrame): void {
    window.parent.postMessage(message, parentOrigin);
  }

  function toEventName(name: string): NonNullable<PaddleEventData['name']> {
    return name as NonNullable<PaddleEventData['name']>;
  }
}
