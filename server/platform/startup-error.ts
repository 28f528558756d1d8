/** The server or a command cannot start for a reason that the operator can mend: shown as a sentence, without a stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}
