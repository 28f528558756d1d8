import {
  escapeHtml,
  RIBBON,
  renderCardFields,
  renderCountryOptions,
  renderField,
  TEST_CARDS,
} from './html.ts';

/** Renders the page inside the frame; its script fills in the data. */
export function renderCheckoutPage({
  origin,
  theme,
  mode,
  countryCode,
}: {
  origin: string;
  theme: 'light' | 'dark';
  mode: 'overlay' | 'inline';
  countryCode: string;
}): string {
  return `<!doctype html>
<html lang="en" data-theme="${theme}" data-mode="${mode}" data-origin="${escapeHtml(origin)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Checkout - Paddle simulator</title>
  <link rel="stylesheet" href="_js/pages.css">
  <script src="_js/checkout.js" defer></script>
</head>
<body class="checkout">
  <div class="dialog" id="dialog" role="dialog" aria-modal="true" aria-labelledby="title" tabindex="-1">
    ${RIBBON}
    <header>
      <h1 id="title">Checkout</h1>
      <button type="button" class="close" id="close" aria-label="Close checkout">&#10005;</button>
    </header>
    <p id="status" role="status">Opening the checkout …</p>
    <section id="order" aria-label="Order" hidden>
      <ul id="items"></ul>
      <dl>
        <div><dt>Subtotal</dt><dd id="subtotal"></dd></div>
        <div><dt>Tax</dt><dd id="tax"></dd></div>
        <div class="total"><dt>Due today</dt><dd id="total"></dd></div>
      </dl>
      <p id="terms"></p>
    </section>
    <form id="payment" novalidate hidden>
      <p class="problem" id="problem" role="alert"></p>
      ${renderField('email', 'Email', { type: 'email', autocomplete: 'email', maxlength: '254', required: true })}
      <div class="pair">
        <div class="field">
          <label for="countryCode">Country</label>
          <select id="countryCode" name="countryCode" autocomplete="country">${renderCountryOptions(countryCode)}</select>
          <p class="problem" id="countryCode-problem"></p>
        </div>
        ${renderField('postalCode', 'Postal code (optional)', { autocomplete: 'postal-code', maxlength: '20' })}
      </div>
      ${renderCardFields()}
      <details>
        <summary>Test cards</summary>
        <ul class="cards">${TEST_CARDS.map(
          ([number, about]) =>
            `<li><button type="button" data-card="${number}">${number}</button> ${about}</li>`,
        ).join('')}</ul>
      </details>
      <button type="submit" class="main" id="pay">Pay</button>
    </form>
    <section id="confirm" aria-labelledby="confirm-title" hidden>
      <h2 id="confirm-title">Confirm this payment</h2>
      <p>Your simulated bank asks you to confirm the payment of <b id="confirm-total"></b>.</p>
      <div class="actions">
        <button type="button" class="main" id="confirm-yes">Confirm payment</button>
        <button type="button" id="confirm-no">Decline</button>
      </div>
    </section>
    <section id="done" aria-labelledby="done-title" hidden>
      <h2 id="done-title">Payment complete</h2>
      <p id="done-text"></p>
      <button type="button" class="main" id="done-close">Close</button>
    </section>
  </div>
</body>
</html>
`;
}
