import type { PaddleSimulatorOptions } from '#simulators/paddle/options.ts';

/** Returns the path of the simulator without a trailing slash. */
export const getMountPath = ({ baseUrl }: Pick<PaddleSimulatorOptions, 'baseUrl'>) =>
  new URL(baseUrl).pathname.replace(/\/$/, '');
