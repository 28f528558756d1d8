import { createHash } from 'node:crypto';
import { escapeHtml } from '#simulators/html.ts';

/** The outcomes of a token exchange that a visitor can choose. */
export const TOKEN_OUTCOMES = ['normal', 'slow', 'rejected'] as const;
export type TokenOutcome = (typeof TOKEN_OUTCOMES)[number];

/** Renders the page that asks which account to sign in with. `typed` is a submitted form without a valid account. */
export function renderAccountChooser({
  tokenOutcome,
  typed,
}: {
  tokenOutcome: TokenOutcome;
  typed?: URLSearchParams;
}): string {
  const getFieldValue = (name: string) => escapeHtml(typed?.get(name) ?? '');
  return renderPage(
    'Choose an account',
    `<p class="about">This is the demo's Google simulator. No real account is needed: choose one or enter another.</p>
    <form method="post" class="accounts">
      ${ACCOUNTS.map(renderAccountButton).join('\n')}
    </form>
    <details${typed ? ' open' : ''}>
      <summary>Use another account</summary>
      <form method="post" class="other">
        ${typed ? '<p role="alert">Enter a name and an email address.</p>' : ''}
        <label>Name <input name="name" autocomplete="off" maxlength="200" required value="${getFieldValue('name')}"></label>
        <label>Email <input name="email" type="email" autocomplete="off" maxlength="254" required value="${getFieldValue('email')}"></label>
        <label>Workspace domain (optional) <input name="hd" autocomplete="off" maxlength="200" value="${getFieldValue('hd')}"></label>
        <label class="check"><input type="checkbox" name="verified" value="yes"${typed && !typed.has('verified') ? '' : ' checked'}> The email address is verified</label>
        <button name="account" value="other" class="main">Continue</button>
      </form>
    </details>
    <nav aria-label="Token exchange">
      Token exchange: ${TOKEN_OUTCOMES.map((outcome) => renderOutcomeLink(outcome, outcome === tokenOutcome)).join(' ')}
    </nav>
    <form method="post"><button name="account" value="denied" class="quiet">Cancel sign-in</button></form>`,
  );
}

/** Renders the page for a sign-in that has ended or expired. */
export const renderExpiredPage = () =>
  renderPage('This sign-in has expired', '<p class="about">Close this window and start again in Tezi.</p>');

function renderAccountButton({ name, email, about }: SimulatedAccount & { about: string }): string {
  return `<button name="account" value="${escapeHtml(email)}">
        <span class="initial" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span>
        <span><b>${escapeHtml(name)}</b> <span>${escapeHtml(email)}</span> <small>${escapeHtml(about)}</small></span>
      </button>`;
}

function renderOutcomeLink(outcome: TokenOutcome, isChosen: boolean): string {
  return `<a href="?token=${outcome}"${isChosen ? ' aria-current="true"' : ''}>${outcome}</a>`;
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} - Google simulator</title>
    <style>${styles}</style>
  </head>
  <body>
    <main>
    <p class="ribbon">Demo</p>
    <h1>${title}</h1>
    ${content}
    </main>
  </body>
</html>
`;
}

/** The styles of the simulator's pages: clearly neither Google's nor the product's own. */
const styles = `
  :root { color-scheme: light dark; --line: light-dark(#c6ccd2, #46505a); --soft: light-dark(#f1f4f7, #222a31);
    --muted: light-dark(#4c5863, #a9b4be); --mark: light-dark(#1f5fbf, #8db8ff); }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 16px; font: 14px/1.45 system-ui, sans-serif; background: light-dark(#fff, #161c21); color: light-dark(#15191d, #e9edf0); }
  main { max-width: 28rem; margin: 0 auto; }
  h1 { margin: 6px 0 4px; font-size: 20px; line-height: 1.25; }
  .ribbon { display: inline-block; margin: 0; padding: 1px 8px; border: 1px solid; border-radius: 3px; color: var(--mark); font-size: 12px; font-weight: 600; }
  .about { margin: 0 0 12px; color: var(--muted); }
  .accounts { display: grid; border: 1px solid var(--line); border-radius: 4px; }
  button { font: inherit; color: inherit; cursor: pointer; }
  .accounts button { display: flex; gap: 12px; align-items: center; padding: 8px 12px; border: 0; border-bottom: 1px solid var(--line); background: none; text-align: start; }
  .accounts button:last-child { border-bottom: 0; }
  .accounts button > span:last-child { display: grid; overflow-wrap: anywhere; }
  .accounts button:hover, .quiet:hover { background: var(--soft); }
  .initial { display: grid; flex: none; place-items: center; width: 32px; height: 32px; border: 1px solid var(--line); border-radius: 50%; background: var(--soft); font-weight: 600; }
  small { color: var(--muted); font-size: 12px; }
  details { margin-top: 12px; }
  summary { cursor: pointer; font-weight: 600; }
  .other { display: grid; gap: 8px; margin-top: 8px; }
  .other p { margin: 0; color: light-dark(#b3261e, #ff9d94); }
  label { display: grid; gap: 2px; color: var(--muted); }
  label.check { display: flex; gap: 8px; align-items: center; color: inherit; }
  input:not([type=checkbox]) { width: 100%; padding: 6px 8px; border: 1px solid var(--line); border-radius: 4px; background: transparent; color: light-dark(#15191d, #e9edf0); font: inherit; }
  .main { padding: 7px 12px; border: 1px solid var(--mark); border-radius: 4px; background: var(--mark); color: light-dark(#fff, #10161b); font-weight: 600; }
  nav { display: flex; flex-wrap: wrap; gap: 4px 10px; margin: 14px 0 12px; padding-top: 10px; border-top: 1px solid var(--line); color: var(--muted); }
  nav a { color: var(--mark); }
  nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
  .quiet { width: 100%; padding: 6px 12px; border: 1px solid var(--line); border-radius: 4px; background: none; }
  :focus-visible { outline: 2px solid var(--mark); outline-offset: 1px; }
`;

/** An account at the simulator. */
export interface SimulatedAccount {
  name: string;
  email: string;
  isEmailVerified: boolean;
  /** The Workspace domain that the account belongs to. */
  hostedDomain: string | null;
}

/** One account for each kind of Google account. The first is the usual case: a verified Gmail address. */
export const ACCOUNTS: readonly (SimulatedAccount & { about: string })[] = [
  {
    name: 'Ayesha Siddiqui',
    email: 'ayesha.siddiqui@gmail.com',
    isEmailVerified: true,
    hostedDomain: null,
    about: 'Gmail address, verified',
  },
  {
    name: 'Imran Qureshi',
    email: 'imran@brokerage.example',
    isEmailVerified: true,
    hostedDomain: 'brokerage.example',
    about: 'Workspace account of brokerage.example',
  },
  {
    name: 'Sana Malik',
    email: 'sana.malik@mail.example',
    isEmailVerified: true,
    hostedDomain: null,
    about: 'Verified email address at another domain',
  },
  {
    name: 'Bilal Ahmed',
    email: 'bilal.ahmed@gmail.com',
    isEmailVerified: false,
    hostedDomain: null,
    about: 'Email address not verified',
  },
];

const SUBJECT_DIGITS = 20;

/** Returns the `sub` of the account with this email: digits, like Google's, and the same after a restart. */
export function getSubject(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  const digits = (BigInt(`0x${hash}`) % 10n ** BigInt(SUBJECT_DIGITS)).toString();
  return `1${digits.padStart(SUBJECT_DIGITS, '0')}`;
}

/** Returns the ID token claims of an account, as Google names them. */
export function toClaims({ name, email, isEmailVerified, hostedDomain }: SimulatedAccount) {
  const [given = '', ...family] = name.split(/\s+/);
  return {
    sub: getSubject(email),
    email,
    email_verified: isEmailVerified,
    name,
    given_name: given,
    ...(family.length > 0 ? { family_name: family.join(' ') } : {}),
    ...(hostedDomain ? { hd: hostedDomain } : {}),
  };
}
