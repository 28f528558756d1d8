import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#simulators/html.ts';
import { TEST_CARDS } from '#simulators/paddle/lifecycle/cards.ts';

/** Shown on every page, so that the simulator cannot be mistaken for Paddle. */
export const RIBBON = '<p class="ribbon">Test mode – simulator, nothing is charged</p>';

/** The countries of the checkout; `Intl` provides their names. */
const COUNTRIES =
  'PK AE AU BD BH BR CA CH CN DE DK EG ES FR GB ID IE IN IT JP KR KW LK MY NL NO NZ OM PH PL PT QA SA SE SG TH TR US ZA'.split(
    ' ',
  );

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** Renders the country options, sorted by name. */
export function renderCountryOptions(selected: string): string {
  const codes =
    COUNTRIES.includes(selected) || !/^[A-Z]{2}$/.test(selected) ? COUNTRIES : [...COUNTRIES, selected];
  return codes
    .map((code) => ({ code, name: countryNames.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ code, name }) => {
      return `<option value="${code}"${code === selected ? ' selected' : ''}>${escapeHtml(name)}</option>`;
    })
    .join('');
}

/** Renders a field with its label and error message. */
export function renderField(
  name: string,
  label: string,
  attributes: Record<string, string | boolean>,
  problem = '',
): string {
  const attributeText = Object.entries<string | boolean>({ type: 'text', ...attributes })
    .map(([key, value]) => (value === true ? key : `${key}="${escapeHtml(String(value))}"`))
    .join(' ');
  return `<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" ${attributeText} aria-describedby="${name}-problem"${problem ? ' aria-invalid="true"' : ''}>
    <p class="problem" id="${name}-problem">${escapeHtml(problem)}</p>
  </div>`;
}

/** Renders the card fields with the standard autocomplete names. */
export function renderCardFields(problems: Partial<Record<string, string>> = {}): string {
  return [
    renderField(
      'cardNumber',
      'Card number',
      { autocomplete: 'cc-number', inputmode: 'numeric', maxlength: '23', required: true },
      problems.cardNumber,
    ),
    '<div class="pair">',
    renderField(
      'expiry',
      'Expiry',
      {
        autocomplete: 'cc-exp',
        inputmode: 'numeric',
        placeholder: 'MM / YY',
        maxlength: '9',
        required: true,
      },
      problems.expiry,
    ),
    renderField(
      'cvc',
      'Security code',
      { autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: '4', required: true },
      problems.cvc,
    ),
    '</div>',
    renderField(
      'cardholderName',
      'Name on card',
      { autocomplete: 'cc-name', maxlength: '200', required: true },
      problems.cardholderName,
    ),
  ].join('\n');
}

/** The test cards, with their numbers as printed on a card. */
export const listTestCards = () =>
  TEST_CARDS.map(({ number, effect }) => ({ number: number.replace(/\d{4}(?=\d)/g, '$& '), effect }));

/** The styles of the simulator's pages, deliberately different from Paddle's and the product's. */
export const styles = `
:root { color-scheme: light dark; --line: light-dark(#7d868f, #8a949e); --soft: light-dark(#f1f4f7, #222a31);
  --ink: light-dark(#15191d, #e9edf0); --muted: light-dark(#4c5863, #a9b4be); --ground: light-dark(#fff, #161c21);
  --mark: light-dark(#1f5fbf, #8db8ff); --wrong: light-dark(#b3261e, #ff9d94); }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; font: 14px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
body.checkout { min-height: 100vh; padding: 16px; display: grid; place-items: start center; background: rgb(0 0 0 / 55%); }
.dialog, main { width: 100%; max-width: 26rem; padding: 16px; background: var(--ground); border-radius: 6px; }
main { margin: 16px auto; }
header { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
h1 { margin: 6px 0; font-size: 20px; line-height: 1.25; }
h2 { margin: 6px 0; font-size: 16px; }
p { margin: 0 0 8px; }
.ribbon { margin: 0; padding: 3px 8px; border: 1px solid; border-radius: 3px; color: var(--mark); font-size: 12px; font-weight: 600; text-align: center; }
.close { display: grid; place-items: center; width: 32px; height: 32px; padding: 0; border: 0; background: none; font-size: 16px; }
.close:hover, button:hover { background: var(--soft); }
ul { margin: 0 0 8px; padding: 0; list-style: none; }
dl { margin: 0 0 8px; font-variant-numeric: tabular-nums; }
dl > div { display: flex; justify-content: space-between; color: var(--muted); }
dl dd { margin: 0; }
dl .total { color: inherit; font-weight: 600; border-top: 1px solid var(--line); margin-top: 4px; padding-top: 4px; }
form { display: grid; gap: 8px; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 8px; }
.field { display: grid; gap: 2px; align-content: start; }
label { color: var(--muted); }
input, select { width: 100%; min-height: 36px; padding: 6px 8px; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); color: inherit; font: inherit; }
input[readonly] { background: var(--soft); }
input[aria-invalid] { border-color: var(--wrong); }
.problem { margin: 0; color: var(--wrong); }
.problem:empty { display: none; }
button, .button { min-height: 32px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer; }
.main { border-color: var(--mark); background: var(--mark); color: light-dark(#fff, #10161b); font-weight: 600; min-height: 40px; }
.main:hover { background: light-dark(#174c9c, #a9c9ff); }
.main:disabled { opacity: .7; cursor: progress; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; }
summary { cursor: pointer; min-height: 24px; }
.cards li { padding: 2px 0; color: var(--muted); }
.cards button { font-variant-numeric: tabular-nums; min-height: 28px; padding: 2px 8px; }
a { color: var(--mark); }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
.dialog:focus { outline: none; }
`;

/** Sends a page whose scripts and styles are separate files. */
export function sendPage(reply: FastifyReply, page: string, frameAncestors: string): FastifyReply {
  return reply
    .removeHeader('X-Frame-Options')
    .headers({
      'Content-Security-Policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        `frame-ancestors ${frameAncestors}`,
      ].join('; '),
      'Referrer-Policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}
