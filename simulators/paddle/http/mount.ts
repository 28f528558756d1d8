import type { PaddleSimulatorOptions } from '#simulators/paddle/options.ts';

/** The path that everything of the stand-in lies under, without a slash at its end. */
export const mountPath = ({ baseUrl }: Pick<PaddleSimulatorOptions, 'baseUrl'>) =>
  new URL(baseUrl).pathname.replace(/\/$/, '');
