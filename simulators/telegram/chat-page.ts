import { escapeHtml } from '#simulators/html.ts';

export interface SimulatedMessage {
  from: 'bot' | 'person';
  text: string;
  isSilent: boolean;
  /** Of the button below it. */
  url: string | null;
  sentAt: number;
}

export interface SimulatedChat {
  id: number;
  name: string;
  username: string | null;
  messages: SimulatedMessage[];
  state: 'open' | 'blocked' | 'deactivated';
}

const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 36rem; margin: 0 auto; padding: 1rem; }
ol { list-style: none; padding: 0; display: grid; gap: 0.75rem; }
li { border: 1px solid #8888; border-radius: 0.75rem; padding: 0.5rem 0.75rem; max-width: 85%; overflow-wrap: anywhere; }
li p { margin: 0; white-space: pre-line; }
.person { justify-self: end; }
.note { opacity: 0.8; font-size: 0.875rem; }
form { display: flex; gap: 0.5rem; margin-block: 1rem; }
textarea { flex: 1; font: inherit; min-height: 3rem; }
button { font: inherit; min-height: 44px; padding: 0 1rem; }
`;

/** Renders the chat of the demo's person with the bot, with its newest message last. */
export function renderChat({ messages, state }: SimulatedChat, { start }: { start: string | null }): string {
  const isBlocked = state === 'blocked';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat with the bot · Telegram simulator</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>Chat with the bot</h1>
<p class="note">This is the demo's simulator of Telegram. Nothing leaves this machine.</p>
<ol>${messages.map(renderMessage).join('\n')}</ol>
${
  start === null
    ? `<form method="post">
<textarea name="text" aria-label="Message" required maxlength="4096"></textarea>
<button>Send</button>
</form>
<p><a href="">Look for new messages</a></p>`
    : `<form method="post"><input type="hidden" name="text" value="${escapeHtml(`/start ${start}`)}"><button>Start</button></form>`
}
<form method="post"><input type="hidden" name="block" value="${isBlocked ? 'no' : 'yes'}"><button>${isBlocked ? 'Allow the bot again' : 'Block the bot'}</button></form>
</main>
</body>
</html>
`;
}

const renderMessage = ({ from, text, url, isSilent }: SimulatedMessage) =>
  `<li class="${from}"><p>${escapeHtml(text)}</p>${
    url === null ? '' : `<p><a href="${escapeHtml(url)}">Open</a></p>`
  }${isSilent ? '<p class="note">Without a sound</p>' : ''}</li>`;
