import Bowser from 'bowser';

/** Returns a browser's display name, for example `Chrome on Windows`. Do not base decisions on it. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent?.trim()) return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || os.name || UNKNOWN;
}

const UNKNOWN = 'Unknown device';
