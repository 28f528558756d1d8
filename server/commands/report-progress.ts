/** The output of progress: a terminal, whose line is overwritten, or a file. */
export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

interface Progress {
  done: number;
  total: number;
}

const STEPS = 10;

/** Returns a function that writes progress: on a terminal in one line, elsewhere in one line for every tenth. */
export function reportProgress(output: Output, label: string): (progress: Progress) => void {
  let last = 0;
  return ({ done, total }) => {
    if (last >= STEPS) return;
    const step = total === 0 ? STEPS : Math.floor((done * STEPS) / total);
    const text = `${label}: ${done} of ${total} rows`;
    if (output.isTTY) {
      output.write(`\r${text}${step >= STEPS ? '\n' : ''}`);
    } else if (step > last) {
      output.write(`${text}\n`);
    }
    last = step;
  };
}
