import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { QrCode } from './qr-code.tsx';

/** Shows the secret for an authenticator app as a QR code, as text and as a link. */
export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="grid gap-3">
      <p ref={focusOnMount} tabIndex={-1}>
        Scan this QR code with an authenticator app, then enter the code it shows.
      </p>
      <QrCode text={uri} label="QR code for the authenticator app" className="size-52 justify-self-center" />
      <dl className="grid gap-1 text-sm">
        <dt className="text-muted">Or enter this key in the app:</dt>
        <dd className="font-mono wrap-anywhere select-all">{secret.replace(/.{4}(?=.)/g, '$& ')}</dd>
      </dl>
      <p className="text-sm">
        <a href={uri} className="link">
          Open an authenticator app on this device
        </a>
      </p>
    </div>
  );
}
