import type {
  CheckoutOpenOptions,
  Paddle,
  PaddleEventData,
  PaddleSetupOptions,
  PricePreviewParams,
  PricePreviewResponse,
} from '@paddle/paddle-js';
import type { openOverlay as OpenOverlay, Overlay } from './overlay.ts';

/** Installs Paddle.js into a page, with the interface of the official loader. Runs in the browser. */
export function installPaddle(openOverlay: typeof OpenOverlay): void {
  if (window.PaddleBillingV1) return;
  const { src } = document.currentScript as HTMLScriptElement;
  const base = src.replace(/\/paddle\/v2\/paddle\.js.*$/, '');
  let setup: PaddleSetupOptions | null = null;
  let overlay: Overlay | null = null;

  const paddle: Paddle = {
    Version: 'v1',
    Initialized: false,
    Status: { libraryVersion: '2.9.7-simulator' },
    Environment: {
      set(environment) {
        if (environment !== 'sandbox') warn('The simulator supports only the sandbox environment.');
      },
    },
    Initialize: initialize,
    Setup: initialize,
    Update(changes) {
      setup = { ...getSetup(), ...changes } as PaddleSetupOptions;
    },
    PricePreview: previewPrices,
    TransactionPreview: () =>
      Promise.reject(new Error('[Paddle] The simulator does not support transaction previews.')),
    Checkout: {
      open: openCheckout,
      updateCheckout({ items }) {
        if (items) overlay?.update(items);
      },
      updateItems: (items) => overlay?.update(items),
      close: () => overlay?.close(),
    },
    Spinner: { show() {}, hide() {} },
    Retain: {
      demo() {},
      initCancellationFlow: () => Promise.resolve({ status: 'error', details: 'Not simulated.' } as never),
    },
  };
  window.Paddle = paddle;
  window.PaddleBillingV1 = paddle;

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
    const transactionId = new URLSearchParams(location.search).get('_ptxn');
    if (transactionId) openCheckout({ transactionId });
  }

  function getSetup(): PaddleSetupOptions & { token: string } {
    if (!setup?.token) throw new Error('[Paddle] Call Paddle.Initialize() with a token first.');
    return setup;
  }

  function openCheckout(options: CheckoutOpenOptions): void {
    const { token, checkout } = getSetup();
    overlay?.close();
    const settings = { ...checkout?.settings, ...options.settings };
    overlay = openOverlay(base, token, { ...options, settings }, (event: PaddleEventData) => {
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
