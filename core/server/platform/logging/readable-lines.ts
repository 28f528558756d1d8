import { type DestinationStream, pino } from 'pino';
import { toSingleLine } from '#core/contract/text/single-line.ts';

/** Writes the lines of a log to a terminal, each as `formatLogLine` returns it. */
export const createReadableStream = (stream: DestinationStream = pino.destination(2)): DestinationStream => ({
  write: (line) => stream.write(`${formatLogLine(line)}\n`),
});

const ERROR = 50;
const MAX_LENGTH = 300;

/**
 * Returns an entry of the log, a JSON object, as a line for people: `14:05:09 WARN  fetching a news source failed: …`. Errors have no
 * stack, only where an unexpected one was thrown. Texts from outside cannot control the terminal or begin another line.
 */
function formatLogLine(json: string): string {
  const { level, time, msg, err, pid: _, hostname: __, ...fields } = JSON.parse(json);
  const at = new Date(time).toTimeString().slice(0, 8);
  const label = (pino.levels.labels[level] ?? String(level)).toUpperCase();
  const texts = [msg, describeError(err, level)].filter((text) => typeof text === 'string' && text !== '');
  const details = listFields(fields).join(' ');
  return `${at} ${label.padEnd(5)} ${texts.map(shorten).join(': ')}${details && ` (${details})`}`;
}

function describeError(err: unknown, level: number): string | undefined {
  if (typeof err !== 'object' || err === null) return err === undefined ? undefined : String(err);
  const { type, message, stack } = err as Record<string, unknown>;
  if (level < ERROR) return String(message);
  const frames = String(stack).match(/(?<=^ {4}at ).*$/gm) ?? [];
  const frame = frames.find((each) => !/node_modules|node:/.test(each)) ?? frames[0];
  const place = frame
    ?.replace(/^.*\((.*)\)$/, '$1')
    .replace(/^(?:file:\/\/)?.*?(?=server\/|simulators\/|build\/)/, '');
  return `${type}: ${shorten(String(message))}${place ? `, at ${place}; LOG_FORMAT=json logs the stack` : ''}`;
}

/** Lists the values of an object and of those in it: `source.name="Mandi Times"`. */
function listFields(fields: object, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const name = `${prefix}${shorten(key)}`;
    if (typeof value === 'object' && value !== null) return listFields(value, `${name}.`);
    const text = shorten(String(value));
    return `${name}=${/^[^\s"()=]+$/.test(text) ? text : JSON.stringify(text)}`;
  });
}

function shorten(text: string): string {
  const line = toSingleLine(text).trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
