import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

/** The event `beforeinstallprompt` of Chromium, for pages whose app can be installed. */
interface InstallPrompt {
  prompt(): Promise<unknown>;
}

/** The inline script of the document stores the prompt here: it may arrive before any other script has loaded. */
const pageWindow = () => window as { installPrompt?: InstallPrompt | undefined };

/** Asks the browser to install the app. Without a prompt of the browser there is nothing to press. */
export function InstallApp() {
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    const read = () => setPrompt(pageWindow().installPrompt ?? null);
    const forget = () => {
      pageWindow().installPrompt = undefined;
      setPrompt(null);
    };
    read();
    addEventListener('beforeinstallprompt', read);
    addEventListener('appinstalled', forget);
    return () => {
      removeEventListener('beforeinstallprompt', read);
      removeEventListener('appinstalled', forget);
    };
  }, []);
  if (prompt === null) return null;
  const install = () => {
    // A prompt works once.
    pageWindow().installPrompt = undefined;
    setPrompt(null);
    // The browser may reject this. The customer can still install the app from its menu.
    prompt.prompt().catch(() => {});
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64">
        As an app, Tezi has its own window and icon with the number of unread alerts.
      </p>
      <Button variant="secondary" onClick={install}>
        Install the app
      </Button>
    </div>
  );
}
