import Bowser from 'bowser';

/** A browser as its owner would name it, for example `Chrome on Windows`; for people, never for a decision. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || os.name || UNKNOWN;
}

const UNKNOWN = 'Unknown device';
