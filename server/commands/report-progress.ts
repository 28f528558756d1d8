/** Where progress is told: a terminal, whose line is written over, or a file. */
export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

interface Progress {
  done: number;
  total: number;
}

const STEPS = 10;

/** Tells how far something is: on a terminal in one line, elsewhere in a line for every tenth. */
export function reportProgress(output: Output, what: string): (progress: Progress) => void {
  let last = 0;
  return ({ done, total }) => {
    if (last >= STEPS) return;
    const step = total === 0 ? STEPS : Math.floor((done * STEPS) / total);
    const text = `${what}: ${done} of ${total} rows`;
    if (output.isTTY) {
      output.write(`\r${text}${step >= STEPS ? '\n' : ''}`);
    } else if (step > last) {
      output.write(`${text}\n`);
    }
    last = step;
  };
}
