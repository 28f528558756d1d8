import { useEffect, useState } from 'react';

/** The specification's quiet zone around the code, in modules. */
const QUIET_ZONE = 4;

/**
 * A QR code, dark on white in both themes: many scanners read no other. The library comes when it is needed; should it not
 * come, its place stays empty, so the same must stand beside it as text.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const [drawing, setDrawing] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let isWanted = true;
    import('uqr').then(
      ({ encode }) => {
        const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
        if (isWanted) setDrawing({ size, path: darkModules(data) });
      },
      () => {},
    );
    return () => {
      isWanted = false;
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

const darkModules = (rows: boolean[][]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
