/** The server or a command cannot start for a reason that the operator can fix: only the message is shown, not the stack. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}
