const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Shown on every page, so that the simulator cannot be mistaken for Paddle. */
export const RIBBON = '<p class="ribbon">Test mode – simulator, nothing is charged</p>';

/** The countries of the checkout; `Intl` provides their names. */
export const COUNTRIES =
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

/** Test cards and the outcomes of their payments. */
export const TEST_CARDS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0027 6000 3184', 'succeeds once; renewals are declined'],
  ['4000 0038 0000 0446', 'requires confirmation'],
] as const;
