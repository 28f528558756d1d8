import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** An email as received over SMTP. */
export interface ReceivedEmail {
  from: string;
  to: string[];
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  text: string;
}

export interface SmtpServer {
  url: string;
  /** The received emails, oldest first. */
  emails: ReceivedEmail[];
  /** Rejects every recipient, or sender, with this reply, for example `450 busy`, until called with `null`. */
  rejectWith(reply: string | null, command?: 'RCPT' | 'MAIL'): void;
  /** The connections that were opened. */
  readonly connections: number;
  /** Closes all connections. */
  disconnect(): void;
  close(): Promise<void>;
}

/**
 * Starts a local SMTP server for a test, with the subset of RFC 5321 that a client needs. Without a port, uses a free one. With a limit it
 * accepts so many emails a second: those that come sooner wait.
 */
export async function startSmtpServer(
  port = 0,
  { perSecond = Number.POSITIVE_INFINITY } = {},
): Promise<SmtpServer> {
  const emails: ReceivedEmail[] = [];
  const sockets = new Set<Socket>();
  let rejection: string | null = null;
  let rejectedCommand = 'RCPT';
  let connections = 0;
  let nextAt = 0;

  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };

  const waitForTurn = async () => {
    const now = performance.now();
    const delay = nextAt - now;
    nextAt = Math.max(nextAt, now) + 1_000 / perSecond;
    if (delay > 0) await wait(delay);
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    connections += 1;
    // A client that was killed.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let [from, to, unread]: [string, string[], string] = ['', [], ''];
    let isData = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);

    const handleCommand = (line: string) => {
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (/^(EHLO|HELO)/i.test(line)) return reply('250 test');
      if (/^MAIL/i.test(line)) {
        if (rejection && rejectedCommand === 'MAIL') return reply(rejection);
        [from, to] = [address, []];
        return reply('250 ok');
      }
      if (/^RCPT/i.test(line)) {
        if (rejection && rejectedCommand === 'RCPT') return reply(rejection);
        to.push(address);
        return reply('250 ok');
      }
      if (/^DATA/i.test(line)) {
        isData = true;
        return reply('354 continue');
      }
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
      reply('250 ok');
    };

    reply('220 test');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      unread += chunk;
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = unread.indexOf(end);
        if (at < 0) return;
        const part = unread.slice(0, at);
        unread = unread.slice(at + end.length);
        if (!isData) {
          handleCommand(part);
          continue;
        }
        isData = false;
        const email = { from, to, ...parseEmail(part) };
        void waitForTurn().then(() => {
          emails.push(email);
          reply('250 accepted');
        });
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emails,
    rejectWith: (line, command = 'RCPT') => {
      rejection = line;
      rejectedCommand = command;
    },
    get connections() {
      return connections;
    },
    disconnect,
    async close() {
      disconnect();
      server.close();
      await once(server, 'close');
    },
  };
}

function parseEmail(raw: string): Pick<ReceivedEmail, 'headers' | 'text'> {
  const at = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    unfolded.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  // The client doubles a dot at the start of a line.
  const body = raw.slice(at + 4).replace(/^\.\./gm, '.');
  return { headers, text: decode(body, headers['content-transfer-encoding']).replaceAll('\r\n', '\n') };
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
