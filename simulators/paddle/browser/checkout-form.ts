import type { CheckoutView } from '#simulators/paddle/checkout/checkout-view.ts';

export interface CheckoutForm {
  fill(email: string, countryCode: string | undefined): void;
  countryCode(): string;
  /** Shows an email address that cannot be changed. Does nothing for an empty one. */
  lockEmail(email: string): void;
  /** Shows the form and focuses the first empty field. */
  open(): void;
  show(view: CheckoutView): void;
  askToConfirm(): void;
  showProblem(text: string): void;
  /** Shows the errors of fields, or a general one. */
  showErrors(errors: { field: string; message: string }[], detail: string): void;
  finish(isLeaving: boolean): void;
}

/** The form of the checkout page. Runs in the browser. */
export function createCheckoutForm(on: {
  pay(fields: Record<string, string>, isConfirmed: boolean): Promise<void>;
  chooseCountry(countryCode: string): Promise<void>;
  close(): void;
}): CheckoutForm {
  const payment = getElement<HTMLFormElement>('payment');
  const submit = getElement<HTMLButtonElement>('pay');
  const country = getElement<HTMLSelectElement>('countryCode');
  const email = getElement<HTMLInputElement>('email');
  let label = 'Pay';

  payment.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(false);
  });
  country.addEventListener('change', () => void on.chooseCountry(country.value));
  for (const id of ['close', 'done-close']) getElement(id).addEventListener('click', () => on.close());
  getElement('confirm-yes').addEventListener('click', () => void send(true));
  getElement('confirm-no').addEventListener('click', () => {
    reveal('payment');
    showProblem('The payment was not confirmed. Try again or use another card.');
  });
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-card]')) {
    button.addEventListener('click', () => useTestCard(button.dataset.card ?? ''));
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') on.close();
    if (event.key === 'Tab') trapFocus(event);
  });

  return {
    fill(address, countryCode) {
      email.value = address;
      if (countryCode && [...country.options].some(({ value }) => value === countryCode))
        country.value = countryCode;
    },
    countryCode: () => country.value,
    lockEmail(address) {
      if (address === '') return;
      email.value = address;
      email.readOnly = true;
    },
    open() {
      reveal('payment');
      getElement('order').hidden = false;
      getElement('status').textContent = '';
      const empty = [...payment.querySelectorAll('input')].find(
        (input) => input.required && input.value === '',
      );
      empty?.focus();
    },
    show,
    askToConfirm() {
      reveal('confirm');
      getElement('confirm-yes').focus();
    },
    showProblem,
    showErrors(errors, detail) {
      if (!getElement('confirm').hidden) reveal('payment');
      for (const { field, message } of errors) markField(field, message);
      const first = payment.querySelector<HTMLElement>('[aria-invalid="true"]');
      if (first) first.focus();
      else if (payment.hidden) getElement('status').textContent = detail;
      else showProblem(detail);
    },
    finish(isLeaving) {
      getElement('done-text').textContent = isLeaving ? 'Redirecting …' : 'You can close the checkout now.';
      getElement('done-close').hidden = isLeaving;
      getElement('order').hidden = true;
      reveal('done');
      getElement('dialog').focus();
    },
  };

  function show(view: CheckoutView): void {
    const items = view.items.map(({ name, quantity, price, interval }) => {
      const line = document.createElement('li');
      line.textContent = `${name}${quantity > 1 ? ` × ${quantity}` : ''} – ${price}${interval ? ` per ${interval}` : ''}`;
      return line;
    });
    getElement('items').replaceChildren(...items);
    getElement('subtotal').textContent = view.subtotal;
    getElement('tax').textContent = view.tax;
    getElement('total').textContent = view.total;
    getElement('confirm-total').textContent = view.total;
    getElement('terms').textContent = getTerms(view);
    label = view.kind === 'trial' ? 'Start trial' : `Pay ${view.total}`;
    if (!submit.disabled) submit.textContent = label;
  }

  function getTerms({ kind, recurring, interval, trialDays }: CheckoutView): string {
    if (kind === 'trial')
      return `Free for ${trialDays} days, then ${recurring} per ${interval} until you cancel.`;
    return interval ? `Then ${recurring} per ${interval} until you cancel.` : '';
  }

  async function send(isConfirmed: boolean): Promise<void> {
    clearProblems();
    submit.disabled = true;
    submit.textContent = 'Paying …';
    const fields = Object.fromEntries(
      [...new FormData(payment)].map(([name, value]) => [name, String(value)]),
    );
    await on.pay(fields, isConfirmed);
    submit.disabled = false;
    submit.textContent = label;
  }

  function useTestCard(number: string): void {
    const values = { cardNumber: number, expiry: '12 / 40', cvc: '123', cardholderName: 'Test Customer' };
    for (const [name, value] of Object.entries(values)) getElement<HTMLInputElement>(name).value = value;
    clearProblems();
    submit.focus();
  }

  function markField(name: string, message: string): void {
    const output = document.getElementById(`${name}-problem`);
    if (output) output.textContent = message;
    else showProblem(message);
    document.getElementById(name)?.setAttribute('aria-invalid', 'true');
  }

  function showProblem(text: string): void {
    getElement('problem').textContent = text;
  }

  function clearProblems(): void {
    for (const output of document.querySelectorAll('.problem')) output.textContent = '';
    for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
  }

  function reveal(shown: 'payment' | 'confirm' | 'done'): void {
    for (const id of ['payment', 'confirm', 'done']) getElement(id).hidden = id !== shown;
  }

  function trapFocus(event: KeyboardEvent): void {
    const all = [...document.querySelectorAll<HTMLElement>('button, input, select, summary')];
    const reachable = all.filter((each) => each.checkVisibility() && !each.matches(':disabled'));
    const [first, last] = [reachable[0], reachable.at(-1)];
    const edge = event.shiftKey ? first : last;
    const isOutside = document.activeElement === null || document.activeElement === document.body;
    if (document.activeElement !== edge && !isOutside) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }

  function getElement<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
    return document.getElementById(id) as Kind;
  }
}
