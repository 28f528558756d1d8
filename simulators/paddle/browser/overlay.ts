import type { CheckoutOpenOptions, PaddleEventData } from '@paddle/paddle-js';
import type { FromFrame, ToFrame } from './messages.ts';

export interface Overlay {
  update(items: { priceId: string; quantity?: number }[]): void;
  close(): void;
}

/** Shows a checkout in a frame over the page, or in the element named in its settings. Runs in the browser. */
export function openOverlay(
  base: string,
  token: string,
  options: CheckoutOpenOptions,
  report: (event: PaddleEventData) => void,
): Overlay {
  const settings = options.settings ?? {};
  const isInline = settings.displayMode === 'inline';
  const opener = document.activeElement;
  const overflow = document.body.style.overflow;
  const frameOrigin = new URL(base).origin;
  let lastData: PaddleEventData['data'];

  const frame = document.createElement('iframe');
  frame.name = 'paddle_frame';
  frame.title = 'Checkout';
  frame.allow = 'payment';
  frame.className = `paddle-frame paddle-frame-${isInline ? 'inline' : 'overlay'}`;
  const theme = settings.theme ?? getPageTheme();
  if (isInline) {
    frame.style.cssText = settings.frameStyle ?? 'width: 100%; border: 0;';
    frame.style.height = `${settings.frameInitialHeight ?? 640}px`;
  } else {
    Object.assign(frame.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      width: '100%',
      height: '100%',
      border: '0',
      background: 'transparent',
    });
    document.body.style.overflow = 'hidden';
  }
  // A frame whose color scheme differs from its document's would be opaque.
  frame.style.colorScheme = theme;
  const query = new URLSearchParams({
    origin: location.origin,
    theme,
    mode: isInline ? 'inline' : 'overlay',
  });
  frame.src = `${base}/_checkout?${query}`;

  window.addEventListener('message', handleMessage);
  document.addEventListener('keydown', closeOnEscape);
  frame.addEventListener('load', () => frame.focus());
  const target = isInline ? document.querySelector(`.${CSS.escape(settings.frameTarget ?? '')}`) : null;
  (target ?? document.body).append(frame);

  return { update: (items) => send({ paddle: 'update', items }), close };

  function close(): void {
    if (!frame.isConnected) return;
    window.removeEventListener('message', handleMessage);
    document.removeEventListener('keydown', closeOnEscape);
    frame.remove();
    if (!isInline) document.body.style.overflow = overflow;
    if (opener instanceof HTMLElement) opener.focus();
    report({ name: 'checkout.closed' as PaddleEventData['name'] & string, data: lastData });
  }

  function handleMessage(message: MessageEvent): void {
    if (message.source !== frame.contentWindow || message.origin !== frameOrigin) return;
    const data = message.data as FromFrame;
    if (data.paddle === 'ready') send({ paddle: 'open', token, options: toCloneable(options) });
    if (data.paddle === 'close') close();
    if (data.paddle !== 'event') return;
    lastData = data.event.data ?? lastData;
    report(data.event);
    const isDone = String(data.event.name) === 'checkout.completed';
    if (isDone && settings.successUrl) location.assign(new URL(settings.successUrl, location.href));
  }

  function send(message: ToFrame): void {
    frame.contentWindow?.postMessage(message, frameOrigin);
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isInline) close();
  }

  /** Removes functions, which cannot be sent in messages. */
  function toCloneable<T>(value: T): T {
    return JSON.parse(JSON.stringify(value)) as T;
  }

  function getPageTheme(): 'light' | 'dark' {
    const scheme = getComputedStyle(document.documentElement).colorScheme;
    const isDark = scheme.includes('dark') && (!scheme.includes('light') || prefersDark());
    return isDark ? 'dark' : 'light';
  }

  function prefersDark(): boolean {
    return matchMedia('(prefers-color-scheme: dark)').matches;
  }
}
