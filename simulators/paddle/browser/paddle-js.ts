import type {
  CheckoutOpenOptions,
  Paddle,
  PaddleEventData,
  PaddleSetupOptions,
  PricePreviewParams,
  PricePreviewResponse,
} from '@paddle/paddle-js';

/** The part of Paddle.js that the product uses. */
type SimulatedPaddle = Pick<
  Paddle,
  'Initialized' | 'Environment' | 'Initialize' | 'Update' | 'PricePreview'
> & { Checkout: Pick<Paddle['Checkout'], 'open' | 'close'> };

/** Installs Paddle.js into a page, with the interface of the official loader. Runs in the browser. */
export function installPaddle(createOverlay: typeof openOverlay): void {
  if (window.PaddleBillingV1) return;
  const { src } = document.currentScript as HTMLScriptElement;
  const base = src.replace(/\/paddle\/v2\/paddle\.js.*$/, '');
  let setup: PaddleSetupOptions | null = null;
  let overlay: Overlay | null = null;

  const paddle: SimulatedPaddle = {
    Initialized: false,
    Environment: {
      set(environment) {
        if (environment !== 'sandbox') warn('The simulator supports only the sandbox environment.');
      },
    },
    Initialize: initialize,
    Update(changes) {
      setup = { ...getSetup(), ...changes } as PaddleSetupOptions;
    },
    PricePreview: previewPrices,
    Checkout: { open: openCheckout, close: () => overlay?.close() },
  };
  window.Paddle = paddle as Paddle;
  window.PaddleBillingV1 = window.Paddle;

  function initialize(options: PaddleSetupOptions): void {
    if (paddle.Initialized) {
      warn('Cannot call Paddle.Initialize() more than once per page, the call was ignored.');
      return;
    }
    if (!/^test_/.test(options.token ?? '')) {
      throw new Error(
        '[Paddle] The token must be a client-side token of the sandbox, which starts with test_.',
      );
    }
    setup = options;
    paddle.Initialized = true;
  }

  function getSetup(): PaddleSetupOptions & { token: string } {
    if (!setup?.token) throw new Error('[Paddle] Call Paddle.Initialize() with a token first.');
    return setup;
  }

  function openCheckout(options: CheckoutOpenOptions): void {
    const { token, checkout } = getSetup();
    overlay?.close();
    const settings = { ...checkout?.settings, ...options.settings };
    overlay = createOverlay(base, token, { ...options, settings }, (event: PaddleEventData) => {
      setup?.eventCallback?.(event);
    });
  }

  async function previewPrices(params: PricePreviewParams): Promise<PricePreviewResponse> {
    const { token } = getSetup();
    const response = await fetch(`${base}/_js/pricing-preview`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Paddle-Clienttoken': token },
      body: JSON.stringify(params),
    });
    const body = await response.json();
    if (!response.ok) throw Object.assign(new Error(`[Paddle] ${body.error?.detail}`), body);
    return body as PricePreviewResponse;
  }

  function warn(text: string): void {
    console.warn(`[Paddle] ${text}`);
  }
}

interface Overlay {
  close(): void;
}

/** Shows a checkout in a frame over the page. Runs in the browser. */
export function openOverlay(
  base: string,
  token: string,
  options: CheckoutOpenOptions,
  report: (event: PaddleEventData) => void,
): Overlay {
  const settings = options.settings ?? {};
  const opener = document.activeElement;
  const overflow = document.body.style.overflow;
  const frameOrigin = new URL(base).origin;
  let lastData: PaddleEventData['data'];

  const frame = document.createElement('iframe');
  frame.name = 'paddle_frame';
  frame.title = 'Checkout';
  frame.allow = 'payment';
  frame.className = 'paddle-frame paddle-frame-overlay';
  const theme = settings.theme ?? getPageTheme();
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
  // A frame whose color scheme differs from its document's would be opaque.
  frame.style.colorScheme = theme;
  const query = new URLSearchParams({ origin: location.origin, theme });
  frame.src = `${base}/_checkout?${query}`;

  window.addEventListener('message', handleMessage);
  document.addEventListener('keydown', closeOnEscape);
  frame.addEventListener('load', () => frame.focus());
  document.body.append(frame);

  return { close };

  function close(): void {
    if (!frame.isConnected) return;
    window.removeEventListener('message', handleMessage);
    document.removeEventListener('keydown', closeOnEscape);
    frame.remove();
    document.body.style.overflow = overflow;
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
    if (event.key === 'Escape') close();
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

/** A message from a page to the checkout in its frame. */
export interface ToFrame {
  paddle: 'open';
  token: string;
  options: CheckoutOpenOptions;
}

/** Messages from the checkout to the page around it. */
export type FromFrame =
  | { paddle: 'ready' }
  | { paddle: 'event'; event: PaddleEventData }
  | { paddle: 'close' };
