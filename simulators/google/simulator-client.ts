/** The only client of the simulator: the product that it runs next to. */
export interface SimulatorClient {
  /** The simulator's own URL. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}
