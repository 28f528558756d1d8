import { ACCOUNTS, type SimulatedAccount } from './accounts.ts';
import { styles } from './styles.ts';
import { TOKEN_OUTCOMES, type TokenOutcome } from './token-faults.ts';

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

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
