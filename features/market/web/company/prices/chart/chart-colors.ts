import { useEffect, useState } from 'react';
import { useTheme } from '#core/web/frame/theme.tsx';

const COLOR_NAMES = ['surface', 'line', 'line-strong', 'ink', 'muted', 'accent', 'gain', 'loss'] as const;
export type ChartColors = Record<(typeof COLOR_NAMES)[number], string>;

/** Returns the colors of the current theme, which a canvas cannot read from the stylesheet. */
export function useChartColors(): ChartColors {
  const theme = useTheme();
  const [colors, setColors] = useState(readColors);
  useEffect(() => {
    // Unchanged colors stay the same object: new ones draw the whole chart again.
    const update = () =>
      setColors((previous) => {
        const next = readColors();
        return COLOR_NAMES.every((name) => next[name] === previous[name]) ? previous : next;
      });
    update();
    if (theme !== 'system') return undefined;
    const device = matchMedia('(prefers-color-scheme: dark)');
    device.addEventListener('change', update);
    return () => device.removeEventListener('change', update);
  }, [theme]);
  return colors;
}

function readColors(): ChartColors {
  const probe = document.createElement('span');
  document.body.append(probe);
  const entries = COLOR_NAMES.map((name) => {
    probe.style.color = `var(--color-${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as ChartColors;
}
