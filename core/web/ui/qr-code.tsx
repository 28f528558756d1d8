import { useEffect, useState } from 'react';

/** The quiet zone that the QR code standard requires, in modules. */
const QUIET_ZONE = 4;

/**
 * Draws a QR code, dark on white in both themes because many scanners cannot read inverted codes. The library is
 * lazy-loaded. If it fails to load, the image stays empty, so show the same content as text next to it.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const [drawing, setDrawing] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let isMounted = true;
    import('uqr').then(
      ({ encode }) => {
        const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
        if (isMounted) setDrawing({ size, path: toPath(data) });
      },
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [text]);

  const size = drawing?.size ?? 1;
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={drawing?.path} fill="#000000" />
    </svg>
  );
}

const toPath = (rows: boolean[][]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
