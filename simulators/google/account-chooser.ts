import { PEOPLE, type StandInPerson } from './accounts.ts';
import { styles } from './styles.ts';
import { TOKEN_ANSWERS, type TokenAnswer } from './token-faults.ts';

/** Asks who somebody is. `typed` is a form that named nobody. */
export function peoplePage({
  tokenAnswer,
  typed,
}: {
  tokenAnswer: TokenAnswer;
  typed?: URLSearchParams;
}): string {
  const kept = (name: string) => escapeHtml(typed?.get(name) ?? '');
  return page(
    'Choose an account',
    `<p class="about">This is the demo's stand-in for Google. No real account is asked for: be anybody.</p>
    <form method="post" class="people">
      ${PEOPLE.map(personButton).join('\n')}
    </form>
    <details${typed ? ' open' : ''}>
      <summary>Somebody else</summary>
      <form method="post" class="anybody">
        ${typed ? '<p role="alert">Enter a name and an e-mail address.</p>' : ''}
        <label>Name <input name="name" autocomplete="off" maxlength="200" required value="${kept('name')}"></label>
        <label>E-mail <input name="email" type="email" autocomplete="off" maxlength="254" required value="${kept('email')}"></label>
        <label>Workspace domain, if any <input name="hd" autocomplete="off" maxlength="200" value="${kept('hd')}"></label>
        <label class="check"><input type="checkbox" name="verified" value="yes"${typed && !typed.has('verified') ? '' : ' checked'}> The address is verified</label>
        <button name="person" value="somebody" class="main">Continue</button>
      </form>
    </details>
    <nav aria-label="The exchange of the code">
      The code's exchange: ${TOKEN_ANSWERS.map((answer) => answerLink(answer, answer === tokenAnswer)).join(' ')}
    </nav>
    <form method="post"><button name="person" value="nobody" class="quiet">Refuse to sign in</button></form>`,
  );
}

/** For an address whose sign-in has ended. */
export const overPage = () =>
  page('This sign-in is over', '<p class="about">Close this window and begin again in Tezi.</p>');

function personButton({ name, email, about }: StandInPerson & { about: string }): string {
  return `<button name="person" value="${escapeHtml(email)}">
        <span class="initial" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span>
        <span><b>${escapeHtml(name)}</b> <span>${escapeHtml(email)}</span> <small>${escapeHtml(about)}</small></span>
      </button>`;
}

function answerLink(answer: TokenAnswer, isChosen: boolean): string {
  return `<a href="?token=${answer}"${isChosen ? ' aria-current="true"' : ''}>${answer}</a>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} - stand-in for Google</title>
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
