import { useContext } from 'react';
import { addNext, paths } from '#contract/paths.ts';
import { NonceContext } from '#web/document/request-context.ts';
import { SESSION_ENDED_KEY } from '#web/session/session.ts';

/**
 * An inline script that leads visitors to sign-up, or to sign-in if their session has ended, before the page is hydrated,
 * which would take longer than loading the other page. It must agree with `useSignUpPath`. Only for the document that the server
 * renders, and its hydration: scripts that React creates in a browser are not executed.
 */
export function RedirectVisitors({ next }: { next: string }) {
  const nonce = useContext(NonceContext);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped below
      dangerouslySetInnerHTML={{ __html: getScript(next) }}
    />
  );
}

const getScript = (next: string) => `(function () {
  if (document.documentElement.dataset.viewer !== 'visitor') return;
  var target = ${toLiteral(addNext(paths.signUp, next))};
  try {
    if (localStorage.getItem('${SESSION_ENDED_KEY}') !== null) target = ${toLiteral(addNext(paths.signIn, next))};
  } catch (error) {}
  location.replace(target);
})()`;

/** `next` contains free text, which must not end the script. */
const toLiteral = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c');
