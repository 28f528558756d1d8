const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Said on every page: nobody shall take the stand-in for the real thing. */
export const RIBBON = '<p class="ribbon">Test mode – simulator, nothing is charged</p>';

/** Countries that the checkout offers; the browser names them. */
export const COUNTRIES =
  'PK AE AU BD BH BR CA CH CN DE DK EG ES FR GB ID IE IN IT JP KR KW LK MY NL NO NZ OM PH PL PT QA SA SE SG TH TR US ZA'.split(
    ' ',
  );

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The choices of a country, in the order of their names. */
export function countryOptions(chosen: string): string {
  const known = COUNTRIES.includes(chosen) || !/^[A-Z]{2}$/.test(chosen) ? COUNTRIES : [...COUNTRIES, chosen];
  return known
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ code, name }) => {
      return `<option value="${code}"${code === chosen ? ' selected' : ''}>${escapeHtml(name)}</option>`;
    })
    .join('');
}

/** A field with its label and a place for what is wrong with it. */
export function field(
  name: string,
  label: string,
  attributes: Record<string, string | boolean>,
  problem = '',
): string {
  const written = Object.entries<string | boolean>({ type: 'text', ...attributes })
    .map(([key, value]) => (value === true ? key : `${key}="${escapeHtml(String(value))}"`))
    .join(' ');
  return `<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" ${written} aria-describedby="${name}-problem"${problem ? ' aria-invalid="true"' : ''}>
    <p class="problem" id="${name}-problem">${escapeHtml(problem)}</p>
  </div>`;
}

/** The fields of a card, with the names by which browsers fill them in. */
export function cardFields(problems: Partial<Record<string, string>> = {}): string {
  return [
    field(
      'cardNumber',
      'Card number',
      { autocomplete: 'cc-number', inputmode: 'numeric', maxlength: '23', required: true },
      problems.cardNumber,
    ),
    '<div class="pair">',
    field(
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
    field(
      'cvc',
      'Security code',
      { autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: '4', required: true },
      problems.cvc,
    ),
    '</div>',
    field(
      'cardholderName',
      'Name on card',
      { autocomplete: 'cc-name', maxlength: '200', required: true },
      problems.cardholderName,
    ),
  ].join('\n');
}

/** Test cards and what becomes of them. */
export const TEST_CARDS = [
  ['4242 4242 4242 4242', 'works'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0027 6000 3184', 'works once, renewals are declined'],
  ['4000 0038 0000 0446', 'asks you to confirm'],
] as const;
